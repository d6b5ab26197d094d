import type { Problem } from "../../contract"
import { sentenceBehind, wordsForFailure } from "../lib/failure"
import { useWords } from "../lib/words"
import { Details } from "./details"

/** A problem in the reader's language, and what the server alone knows of it beneath. */
export const ProblemWords = ({ problem }: { problem: Problem }) => {
  const { t } = useWords()
  return <Both words={t(`common.problem.${problem.code}`)} sentence={problem.message} />
}

/** The same for what could not be read or done. */
export const FailureWords = ({ error, doing }: { error: unknown; doing?: "read" | "change" }) => {
  const { t } = useWords()
  return <Both words={wordsForFailure(t, error, doing)} sentence={sentenceBehind(error)} />
}

const Both = ({ words, sentence }: { words: string; sentence: string | undefined }) => (
  <>
    <span>{words}</span>
    {sentence && <Details text={sentence} />}
  </>
)
