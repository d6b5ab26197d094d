import { EllipsisHorizontal, Trash } from "@medusajs/icons"
import { Button, DropdownMenu, IconButton } from "@medusajs/ui"
import { useState } from "react"
import type { CashDesk } from "../../../../contract"
import { wordsForFailure } from "../../../lib/failure"
import { useQuestion } from "../../../components/question"
import { useWords } from "../../../lib/words"
import { KeyDrawer } from "./key-drawer"
import { useRemoveKey, type useTest } from "./queries"
import { tell } from "../../../lib/tell"

type Props = { desk: CashDesk; canEncrypt: boolean; test: ReturnType<typeof useTest> }

/** Trying the key, setting another one, taking it away. */
export const DeskActions = ({ desk, canEncrypt, test }: Props) => {
  const { t } = useWords()
  const [editing, setEditing] = useState(false)
  const { source } = desk.key
  return (
    <div className="flex items-center gap-x-2">
      {source !== "none" && (
        <Button size="small" variant="secondary" isLoading={test.isPending} onClick={test.run}>
          {t("settings.test.action")}
        </Button>
      )}
      {canEncrypt && (
        <Button
          size="small"
          variant={source === "none" ? "primary" : "secondary"}
          onClick={() => {
            setEditing(true)
          }}
        >
          {source === "none" ? t("settings.key.set") : t("settings.key.replace")}
        </Button>
      )}
      {source === "admin" && <More desk={desk} />}
      <KeyDrawer desk={desk} open={editing} onOpenChange={setEditing} />
    </div>
  )
}

const More = ({ desk }: { desk: CashDesk }) => {
  const { t } = useWords()
  const { askFirst, question } = useQuestion()
  const remove = useRemoveKey(desk, {
    onSuccess: () => tell.success(t("settings.key.removed")),
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
  })
  const removeNow = async () => {
    const sure = await askFirst({
      title: t("settings.key.remove_title"),
      means: desk.key.configuration_has_one
        ? t("settings.key.remove_to_configuration")
        : t("settings.key.remove_to_none"),
      yes: t("settings.key.remove"),
    })
    if (sure) remove.mutate()
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenu.Trigger asChild>
          <IconButton
            size="small"
            variant="transparent"
            aria-label={t("settings.desk.more")}
            isLoading={remove.isPending}
          >
            <EllipsisHorizontal />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="end">
          <DropdownMenu.Item className="gap-x-2" onClick={() => void removeNow()}>
            <Trash className="text-ui-fg-subtle" />
            {t("settings.key.remove")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu>
      {question}
    </>
  )
}
