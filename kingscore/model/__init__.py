"""Values: rules, games, findings and their codes, languages."""
