// Held prices, one decision a key: the price that was seen is taken, or the item stays held at the old one.
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { HeldReply, PricedItem } from '../../../protocol/office/prices.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { KeysDialog, useKeys } from '../../parts/Keys.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Facts, Panel, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { ActButton, useDisabledReason } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { usePageActions } from '../../session/page-actions.tsx'
import { useAct } from '../../session/use-act.ts'
import { Effects } from './Effects.tsx'
import { useEffects } from './effects-query.ts'
import { HELD, useHeld } from './held-query.ts'
import styles from './prices.module.css'
import { usePricesSearch } from './search.ts'
import { usePriceWords } from './words.ts'

const route = getRouteApi('/frame/prices')

/** The keys of the tab, as its dialog lists them. */
const KEYS = ['?', 'j', 'k', 'a', 's', 'Escape'] as const

function useColumns(): readonly Column<PricedItem>[] {
  const { t } = useTranslation('officePrices')
  const { itemName, move } = usePriceWords()
  return [
    {
      id: 'name',
      header: t('item'),
      cell: ({ row: { original } }) => (
        <Link
          from="/prices"
          to="/prices"
          search={(search) => ({ ...search, item: original.id })}
          resetScroll={false}
          className={styles.name}
          data-held={original.id}
        >
          {itemName(original)}
        </Link>
      ),
    },
    { id: 'price', header: t('old-price'), cell: ({ row: { original } }) => <Money cents={original.price ?? 0} /> },
    {
      id: 'seen',
      header: t('seen-price'),
      cell: ({ row: { original } }) => <Money cents={original.held?.seen ?? 0} />,
    },
    {
      id: 'moved',
      header: t('moved'),
      cell: ({ row: { original } }) => <span className="figures">{move(original.held?.moved ?? 0)}</span>,
    },
    { id: 'cases', header: t('cases'), cell: ({ row: { original } }) => <Count count={original.cases} /> },
  ]
}

/** The held items, and what moves between them. */
function useQueue() {
  const { item } = usePricesSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { data, error } = useHeld()
  const rows = data?.items ?? []
  const place = rows.findIndex(({ id }) => id === item)
  const open = (row: PricedItem | undefined): void => {
    if (row !== undefined) document.querySelector<HTMLElement>(`[data-held="${row.id}"]`)?.focus()
    void navigate({ search: (old) => ({ ...old, item: row?.id }), replace: true, resetScroll: false })
  }
  const step = (by: 1 | -1): void => {
    const next = rows[place === -1 ? 0 : place + by]
    if (next !== undefined) open(next)
  }
  /** Opens the next item at once, and takes the accepted one off the list. */
  const leave = (id: string): void => {
    const at = rows.findIndex((row) => row.id === id)
    open(rows[at + 1] ?? rows[at - 1])
    queries.setQueryData<HeldReply>(HELD, (old) =>
      old === undefined ? old : { items: old.items.filter((row) => row.id !== id) },
    )
  }
  return { data, error, rows, step, leave, shown: rows[place] }
}

/** Takes the price of one item. */
function useAccept(leave: (id: string) => void) {
  const accept = ({ id, held }: PricedItem) =>
    api.post<ActReply>('/prices/accept', { items: [{ id, seen: held?.seen ?? 0 }] })
  const act = useAct('prices.accept', accept, [['prices'], ['drafts']])
  const run = (row: PricedItem): void => act.mutate(row, { onSuccess: () => leave(row.id) })
  return { ...act, run }
}

interface HeldItemProps {
  row: PricedItem
  accept: ReturnType<typeof useAccept>
  onSkip: () => void
}

function HeldItem({ row, accept, onSkip }: HeldItemProps): ReactElement | null {
  const { t } = useTranslation('officePrices')
  const { itemName, move } = usePriceWords()
  const { held, price, cases } = row
  const { data, error, isPlaceholderData } = useEffects(row.id, held?.seen, null)
  if (held === null) return null
  return (
    <Panel title={itemName(row)} close={<CloseLink to="/prices" drop="item" />}>
      <div className={styles.line}>
        <ActButton tone="signal" verb="prices.accept" busy={accept.isPending} onClick={() => accept.run(row)}>
          {t('accept')}
        </ActButton>
        <Button onClick={onSkip}>{t('skip')}</Button>
        {held.moved > 0 ? <Chip tone="bad">{t('too-cheap')}</Chip> : <Chip tone="warn">{t('too-dear')}</Chip>}
      </div>
      <Fault error={accept.error} />
      <Facts
        facts={[
          [t('old-price'), <Money key="price" cents={price ?? 0} />],
          [t('seen-price'), <Money key="seen" cents={held.seen} />],
          [t('moved'), move(held.moved)],
          [t('since'), <Moment key="since" at={held.since} />],
          [t('cases'), <Count key="cases" count={cases} />],
          ...(held.ofWrongList ? [[t('list'), t('of-wrong-list')] as const] : []),
        ]}
      />
      <div className={styles.part}>
        <h3>{t('accept-effects')}</h3>
        <Fault error={error} />
        {data === undefined || isPlaceholderData ? null : (
          <Effects label={t('accept-effects')} effects={data.effects} same={data.same} />
        )}
      </div>
    </Panel>
  )
}

export function Held(): ReactElement {
  const { t } = useTranslation('officePrices')
  const navigate = route.useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { data, error, rows, step, leave, shown } = useQueue()
  const accept = useAccept(leave)
  const columns = useColumns()
  const mayNot = useDisabledReason('prices.accept')
  const acceptShown = (): void => {
    if (shown !== undefined && mayNot === undefined && !accept.isPending) accept.run(shown)
  }
  useKeys([
    { key: '?', run: () => setHelpOpen(true) },
    { key: 'j', run: () => step(1) },
    { key: 'k', run: () => step(-1) },
    { key: 'ArrowDown', run: () => step(1) },
    { key: 'ArrowUp', run: () => step(-1) },
    { key: 'a', run: acceptShown },
    { key: 's', run: () => step(1) },
    { key: 'Escape', run: () => void navigate({ search: (old) => ({ ...old, item: undefined }) }) },
  ])
  usePageActions(useMemo(() => [{ label: t('keys.open'), run: () => setHelpOpen(true) }], [t]))
  return (
    <Split
      wide
      panel={
        shown === undefined ? null : <HeldItem key={shown.id} row={shown} accept={accept} onSkip={() => step(1)} />
      }
    >
      <p className={styles.quiet}>{t('held-lead')}</p>
      <Fault error={error} />
      {data === undefined ? null : rows.length === 0 ? (
        <EmptyState title={t('held-none')} text={t('held-none-text')} />
      ) : (
        <>
          <Table
            label={t('tabs.held')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            selected={shown?.id}
            numbers={['price', 'seen', 'moved', 'cases']}
          />
          <div>
            <Button onClick={() => setHelpOpen(true)}>{t('keys.open')}</Button>
          </div>
        </>
      )}
      <KeysDialog
        open={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        keys={KEYS.map((key) => ({ key, label: t(`keys.of.${key}`) }))}
      />
    </Split>
  )
}
