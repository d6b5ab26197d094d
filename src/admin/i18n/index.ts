import en from "./en"
import { NAMESPACE } from "./namespace"
import ru from "./ru"
import uz from "./uz"

/** Medusa's admin merges these into its own words, under a namespace of ours. */
export default {
  en: { [NAMESPACE]: en },
  ru: { [NAMESPACE]: ru },
  uz: { [NAMESPACE]: uz },
}
