"""How a Surface is obtained, one file each."""
