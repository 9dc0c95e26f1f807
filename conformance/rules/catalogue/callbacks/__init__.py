"""Messages of the tool-result callback protocol, and both ends that exchange them."""
