"""From the resolved schema to Python source: names, literals, decisions (`lower`), templates."""
