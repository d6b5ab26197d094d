import { openFilledStore } from "./filled-store"

export default openFilledStore
