"""What the frontends share: comments, limits, brackets, and Lark as they use it."""
