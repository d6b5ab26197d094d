import { setFlagsFromString } from "node:v8"

// Imported first, for the sandbox in a process of its own. Without these V8 lets garbage pile up to
// some 200 MB before it collects, for a tenth of that in live data. None of them is a limit: set
// at run time, they change when V8 collects and not how much it may hold.
setFlagsFromString("--optimize-for-size")
setFlagsFromString("--semi-space-growth-factor=1")
setFlagsFromString("--max-old-space-size=32")
