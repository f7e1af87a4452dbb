"""A second opinion: naive checkers written from the rule books alone, sharing no code with the product."""
