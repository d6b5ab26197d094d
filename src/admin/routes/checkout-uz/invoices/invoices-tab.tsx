import { Button, clx, Container, DataTable, Heading, Text, useDataTable } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { invoicesAnswerSchema } from "../../../../contract"
import { ExportButton } from "../../../components/export-button"
import { Failure } from "../../../components/failure"
import { ask } from "../../../lib/ask"
import { useIsPhone } from "../../../lib/use-phone"
import { useWords } from "../../../lib/words"
import { useAddress, useInvoicePanel } from "../address"
import { usePaymentMethodsOfAll } from "../desks"
import { usePagingWords } from "../paging-words"
import { PaymentMethods } from "./cells"
import { COLUMNS, COLUMNS_WITH_DESK } from "./columns"
import { Filters } from "./filters"
import { meanwhile } from "./meanwhile"
import {
  filtersOf,
  isNarrowed,
  NOT_NARROWED,
  orderOf,
  PAGE_SIZE,
  readNarrowing,
  sortingOf,
} from "./narrowing"
import { PhoneList } from "./phone-list"
import { Search } from "./search"

/** Every invoice: searched, narrowed, sorted and paged by the server. */
export const InvoicesTab = () => {
  const { t } = useWords()
  const { params, go } = useAddress()
  const { open } = useInvoicePanel()
  const methods = usePaymentMethodsOfAll()
  const narrowing = readNarrowing(params)
  const filters = filtersOf(narrowing)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ["checkout-uz", "invoices", filters.cash_desk, filters, narrowing.offset],
    queryFn: () =>
      ask(invoicesAnswerSchema, "/invoices", {
        query: { ...filters, limit: PAGE_SIZE, offset: narrowing.offset },
      }),
    placeholderData: (previous, query) =>
      meanwhile(previous, query?.queryKey[2] === filters.cash_desk),
    refetchOnWindowFocus: true,
    staleTime: 10_000,
  })
  const pagingWords = usePagingWords({ more: data?.more })
  const isPhone = useIsPhone()
  const severalDesks = (data?.cash_desks.length ?? 0) > 1
  const instance = useDataTable({
    data: data?.invoices ?? [],
    columns: severalDesks ? COLUMNS_WITH_DESK : COLUMNS,
    getRowId: ({ id }) => id,
    rowCount: data?.count ?? 0,
    isLoading: isPending || isPlaceholderData,
    onRowClick: (_, { id }) => {
      open(id)
    },
    sorting: {
      state: sortingOf(narrowing.order),
      // The table says null, whatever its types say, where a third click ends the sorting.
      onSortingChange: (sorting: { id: string; desc: boolean } | null) => {
        go({ order: orderOf(sorting ?? undefined), offset: undefined })
      },
    },
    pagination: {
      state: { pageIndex: narrowing.offset / PAGE_SIZE, pageSize: PAGE_SIZE },
      onPaginationChange: ({ pageIndex }) => {
        go({ offset: pageIndex === 0 ? undefined : String(pageIndex * PAGE_SIZE) })
      },
    },
    autoResetPageIndex: false,
  })
  const why = isNarrowed(narrowing) ? "no_match" : "empty"
  const empty = {
    heading: t("payments.invoices.empty"),
    description: t("payments.invoices.empty_hint"),
  }
  return (
    <Container className="overflow-hidden p-0">
      <DataTable instance={instance}>
        <DataTable.Toolbar className="flex flex-wrap items-center gap-x-2 gap-y-3">
          <Heading level="h2" className="mr-auto">
            {t("payments.tab.invoices")}
          </Heading>
          <div className="order-last w-full sm:order-none sm:w-72">
            <Search />
          </div>
          <ExportButton path="/invoices/export" query={filters} />
        </DataTable.Toolbar>
        <Filters
          narrowing={narrowing}
          desks={data?.cash_desks ?? []}
          systems={data?.payment_systems ?? []}
          methods={methods}
        />
        {error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <>
            <div
              aria-busy={isPlaceholderData}
              className={clx(
                "flex min-h-0 flex-1 flex-col transition-opacity",
                isPlaceholderData && "opacity-50"
              )}
            >
              {why === "no_match" && data?.invoices.length === 0 ? (
                <NoMatch />
              ) : isPhone && data && data.invoices.length > 0 ? (
                <PhoneList invoices={data.invoices} open={open} />
              ) : (
                <PaymentMethods.Provider value={methods}>
                  <DataTable.Table emptyState={{ empty }} />
                </PaymentMethods.Provider>
              )}
            </div>
            <DataTable.Pagination translations={pagingWords} />
          </>
        )}
      </DataTable>
    </Container>
  )
}

/** Nothing fits what is searched and filtered: the way out is a button. */
const NoMatch = () => {
  const { t } = useWords()
  const { go } = useAddress()
  return (
    <div className="flex flex-col items-center gap-y-3 border-y px-6 py-16 text-center">
      <div className="flex flex-col gap-y-1">
        <Text size="small" leading="compact" weight="plus">
          {t("payments.invoices.no_match")}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payments.invoices.no_match_hint")}
        </Text>
      </div>
      <Button
        size="small"
        variant="secondary"
        type="button"
        onClick={() => {
          go({ ...NOT_NARROWED, offset: undefined })
        }}
      >
        {t("payments.invoices.clear")}
      </Button>
    </div>
  )
}
