"""Who answers for a tool."""
