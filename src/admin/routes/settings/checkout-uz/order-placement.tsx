import { RadioGroup } from "@medusajs/ui"
import { useId } from "react"
import { ORDER_PLACEMENTS, type Settings } from "../../../../contract"
import { useQuestion } from "../../../components/question"
import { useWords } from "../../../lib/words"
import { Setting } from "./choice"
import { useChoose } from "./use-choose"

/** When a cart becomes an order. */
export const OrderPlacement = ({ setting }: { setting: Settings["order_placement"] }) => {
  const { t } = useWords()
  const id = useId()
  const choose = useChoose("order_placement")
  const { askFirst, question } = useQuestion()
  const changeAfterAsking = async (chosen: (typeof ORDER_PLACEMENTS)[number]) => {
    const sure = await askFirst({
      title: t(`settings.placement.${chosen}_title`),
      means: t(`settings.placement.${chosen}_changes`),
      yes: t("settings.placement.change"),
      harmless: true,
    })
    if (sure) choose.save(chosen)
  }
  return (
    <Setting
      title={t("settings.placement.title")}
      hint={t("settings.placement.hint")}
      control={id}
      setting={setting}
      without={t(`settings.placement.${setting.without_setting}`)}
      changes={t(`settings.placement.${setting.without_setting}_changes`)}
      choose={choose}
    >
      <RadioGroup
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        value={choose.underWay ?? setting.value}
        disabled={choose.isPending}
        onValueChange={(value) => {
          const chosen = ORDER_PLACEMENTS.find((known) => known === value)
          if (chosen && chosen !== setting.value) void changeAfterAsking(chosen)
        }}
      >
        {ORDER_PLACEMENTS.map((placement) => (
          <RadioGroup.ChoiceBox
            key={placement}
            className="[&>div:first-child]:shrink-0"
            value={placement}
            label={t(`settings.placement.${placement}`)}
            description={t(`settings.placement.${placement}_means`)}
          />
        ))}
      </RadioGroup>
      {question}
    </Setting>
  )
}
