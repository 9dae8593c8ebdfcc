service Canvas {}

service Screen extends Canvass {}
