"""Attribution: aligns two schemas location by location and reports each intention as a single edit."""
