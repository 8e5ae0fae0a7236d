"""What the numbers come to: points, what comes next, money, who owes whom, people, payments."""
