import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useState,
  type ReactNode,
} from "react"
import { useBeforeUnload, useBlocker } from "react-router-dom"
import { useWords } from "../lib/words"
import { useQuestion } from "./question"

type Mark = (what: string, isUnsaved: boolean) => void
const Marking = createContext<Mark>(() => undefined)

/** What is written on a page and not saved yet is not lost unasked where one leaves it. */
export const KeepsUnsaved = ({ children }: { children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const mark = useCallback<Mark>((what, isUnsaved) => {
    setUnsaved((before) => {
      const others = [...before].filter((other) => other !== what)
      return new Set(isUnsaved ? [...others, what] : others)
    })
  }, [])
  return (
    <Marking.Provider value={mark}>
      {children}
      {/* Only then: a page has one blocker, and Medusa's own forms have theirs. */}
      {unsaved.size > 0 && <AsksBeforeLeaving />}
    </Marking.Provider>
  )
}

/** Says whether something in this part of the page would be lost. */
export function useUnsaved(isUnsaved: boolean): void {
  const what = useId()
  const mark = useContext(Marking)
  useEffect(() => {
    if (!isUnsaved) return
    mark(what, true)
    return () => {
      mark(what, false)
    }
  }, [mark, what, isUnsaved])
}

/** The question before something that was written is thrown away. */
export function useLeaveQuestion() {
  const { t } = useWords()
  const { askFirst, question } = useQuestion()
  const mayLeave = () =>
    askFirst({
      title: t("common.unsaved.title"),
      means: t("common.unsaved.hint"),
      yes: t("common.unsaved.leave"),
      no: t("common.unsaved.stay"),
    })
  return { mayLeave, question }
}

const AsksBeforeLeaving = () => {
  const blocker = useBlocker(true)
  const { mayLeave, question } = useLeaveQuestion()
  // A reload, or another address: the browser asks in its own words.
  useBeforeUnload((event) => {
    event.preventDefault()
  })
  const isBlocked = blocker.state === "blocked"
  useEffect(() => {
    if (!isBlocked) return
    void mayLeave().then((sure) => {
      if (sure) blocker.proceed()
      else blocker.reset()
    })
    // Once for each time somebody is held up.
  }, [isBlocked])
  return question
}
