"""An event's submissions judged as a whole: who handed in what, every deck's verdict, nothing lost."""
