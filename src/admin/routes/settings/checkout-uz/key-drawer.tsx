import { Button, Drawer, Hint, Input, Label, Text } from "@medusajs/ui"
import { useId, useState } from "react"
import { setKeyBodySchema, type CashDesk } from "../../../../contract"
import { DrawerHeader } from "../../../components/drawer-header"
import { FingerSized } from "../../../components/finger-sized"
import { FailureWords } from "../../../components/problem-words"
import { useLeaveQuestion, useUnsaved } from "../../../components/unsaved"
import { useFocusBack } from "../../../components/use-focus-back"
import { useWords } from "../../../lib/words"
import { useSetKey } from "./queries"
import { tell } from "../../../lib/tell"

type Props = {
  desk: CashDesk
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Writes a cash desk's API key. A key that is in force is never read back. */
export const KeyDrawer = ({ desk, open, onOpenChange }: Props) => {
  const focusBack = useFocusBack()
  const { mayLeave, question } = useLeaveQuestion()
  // Known to the drawer in the same moment as to the field: an Escape right after a letter asks, too.
  const [typed, setTyped] = useState("")
  const isTyped = typed !== ""
  useUnsaved(isTyped)
  const close = () => {
    setTyped("")
    onOpenChange(false)
  }
  const closeAfterAsking = async () => {
    if (!isTyped || (await mayLeave())) close()
  }
  return (
    <Drawer
      open={open}
      onOpenChange={(wanted) => {
        if (wanted) onOpenChange(true)
        else void closeAfterAsking()
      }}
    >
      <Drawer.Content {...focusBack}>
        <FingerSized>
          <KeyForm desk={desk} typed={typed} setTyped={setTyped} done={close} />
        </FingerSized>
        {question}
      </Drawer.Content>
    </Drawer>
  )
}

const KeyForm = ({
  desk,
  typed,
  setTyped,
  done,
}: {
  desk: CashDesk
  typed: string
  setTyped: (typed: string) => void
  done: () => void
}) => {
  const { t } = useWords()
  const save = useSetKey(desk, {
    onSuccess: () => {
      tell.success(t("settings.key.saved"))
      done()
    },
  })
  const field = useId()
  const key = setKeyBodySchema.shape.api_key.safeParse(typed)
  const unusable = typed.trim() !== "" && !key.success
  // Also while the drawer slides away: a key is sent once.
  const sent = save.isPending || save.isSuccess
  const submit = () => {
    if (key.success && !sent) save.mutate(key.data)
  }
  const problem = unusable
    ? t("settings.key.unusable")
    : save.error && <FailureWords error={save.error} doing="change" />
  return (
    <form
      className="flex flex-1 flex-col overflow-hidden"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DrawerHeader
        title={desk.key.source === "none" ? t("settings.key.set") : t("settings.key.replace")}
        hint={t("settings.key.where", { name: desk.handle })}
      />
      <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto">
        <div className="flex flex-col gap-y-2">
          <Label htmlFor={field} size="small" weight="plus">
            {t("settings.key.name")}
          </Label>
          <Input
            id={field}
            type="password"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-1p-ignore
            data-lpignore="true"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              save.reset()
            }}
            aria-invalid={Boolean(problem)}
            aria-describedby={`${field}-hint`}
          />
          <div id={`${field}-hint`} aria-live="polite">
            {problem ? (
              <Hint variant="error" className="items-start">
                <div>{problem}</div>
              </Hint>
            ) : (
              <Hint>{t("settings.key.tested_first")}</Hint>
            )}
          </div>
        </div>
        <div className="flex flex-col gap-y-1">
          <Text size="small" leading="compact" weight="plus">
            {t("settings.key.change_title")}
          </Text>
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {t("settings.key.change_means")}
          </Text>
        </div>
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button size="small" variant="secondary" type="button">
            {t("common.actions.cancel")}
          </Button>
        </Drawer.Close>
        <Button size="small" type="submit" disabled={!key.success} isLoading={sent}>
          {t("settings.key.test_and_save")}
        </Button>
      </Drawer.Footer>
    </form>
  )
}
