service First extends Second {}
service Second extends First {}
