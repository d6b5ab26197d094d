import { Prompt } from "@medusajs/ui"
import { useState } from "react"
import { useWords } from "../lib/words"
import { FingerSized } from "./finger-sized"
import { useFocusBack } from "./use-focus-back"

type Words = {
  title: string
  means: string
  /** The words of the button that goes on. */
  yes: string
  /** Those of the other one, where "Cancel" says too little. */
  no?: string
  harmless?: boolean
}

/**
 * Asks before something that cannot be taken back, as Medusa's own `usePrompt` does, with buttons that are
 * large enough for a finger. `question` has to be rendered.
 */
export function useQuestion() {
  const { t } = useWords()
  const focusBack = useFocusBack()
  const [asked, setAsked] = useState<Words & { answer: (sure: boolean) => void }>()
  // What was asked last stays while it fades out.
  const [open, setOpen] = useState(false)
  const askFirst = (words: Words) =>
    new Promise<boolean>((answer) => {
      setAsked({ ...words, answer })
      setOpen(true)
    })
  const answer = (sure: boolean) => {
    setOpen(false)
    asked?.answer(sure)
  }
  const question = asked && (
    <Prompt
      open={open}
      variant={asked.harmless ? "confirmation" : "danger"}
      onOpenChange={(wanted) => {
        if (!wanted) answer(false)
      }}
    >
      <Prompt.Content {...focusBack}>
        <FingerSized>
          <Prompt.Header>
            <Prompt.Title>{asked.title}</Prompt.Title>
            <Prompt.Description>{asked.means}</Prompt.Description>
          </Prompt.Header>
          <Prompt.Footer>
            <Prompt.Cancel>{asked.no ?? t("common.actions.cancel")}</Prompt.Cancel>
            <Prompt.Action
              onClick={() => {
                answer(true)
              }}
            >
              {asked.yes}
            </Prompt.Action>
          </Prompt.Footer>
        </FingerSized>
      </Prompt.Content>
    </Prompt>
  )
  return { askFirst, question }
}
