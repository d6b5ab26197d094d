import type { Finding } from "../../contract"
import { countFindings, worstFirst } from "../routes/settings/checkout-uz/findings"

const finding = (id: Finding["id"], severity: Finding["severity"]): Finding => ({
  id,
  severity,
  message: `${id}.`,
  fix: null,
})

const FINDINGS = [
  finding("tables", "ok"),
  finding("clock", "warning"),
  finding("options", "error"),
  finding("api_key", "ok"),
  finding("uzs_region", "warning"),
]

describe("the findings on the settings page", () => {
  it("begin with the errors, and are else in the order they were checked in", () => {
    const ids = worstFirst(FINDINGS).map(({ id }) => id)
    expect(ids).toEqual(["options", "clock", "uzs_region", "tables", "api_key"])
  })

  it("are counted by what has to be done", () => {
    expect(countFindings(FINDINGS)).toEqual({ errors: 1, warnings: 2 })
    expect(countFindings([])).toEqual({ errors: 0, warnings: 0 })
  })
})
