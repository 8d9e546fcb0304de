# Slide Show Sequence v2
Loop = 1
Timer = 5.000000
BackgroundColor = 0 0 0
UseTimer = 1
TitleBar = 0
"C:\Users\ann\Pictures\sea.jpg"
"pics\gate.png"
"/home/ann/Pictures/wall, north.jpg"
