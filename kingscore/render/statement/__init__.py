"""What is owed as files for other programs: CSV, XLSX, beancount, hledger, from the same rows. It settles nothing."""
