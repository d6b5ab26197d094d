import type { z } from "zod"
import type { userSchema } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { personInWords } from "../../../lib/person"
import { useWords } from "../../../lib/words"

type Props = { at: string | null; by: z.infer<typeof userSchema> | null }

/** Who set something in the admin, and when; nothing where nobody did. */
export const SetBy = ({ at, by }: Props) => {
  const { t } = useWords()
  if (at === null && by === null) return null
  return (
    <span className="txt-small text-ui-fg-subtle break-words">
      {by && personInWords(t, by)}
      {by && at !== null && " · "}
      {at !== null && <Moment at={at} />}
    </span>
  )
}
