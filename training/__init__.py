"""Scripts that make what the package ships ready-made."""
