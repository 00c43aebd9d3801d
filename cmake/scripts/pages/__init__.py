"""What the pages of the documentation are made with, and how a browser shows them."""
