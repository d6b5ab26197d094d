import { closeBrowser, closeWindows } from "./browser"

afterEach(closeWindows)
afterAll(closeBrowser)
