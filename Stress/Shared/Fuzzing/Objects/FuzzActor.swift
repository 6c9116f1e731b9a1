/// An actor on which handlers run.
actor FuzzActor {}
