// One item: what its price rests on, what it was, where it can be won, and what another price would do.
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatMoney } from '../../../i18n/format.ts'
import type { PriceItemReply } from '../../../protocol/office/prices.ts'
import { Chip } from '../../parts/Chip.tsx'
import { AgedMoment, Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { PriceChart } from './PriceChart.tsx'
import styles from './prices.module.css'
import { TypePrice } from './TypePrice.tsx'
import { usePriceWords } from './words.ts'

type Place = PriceItemReply['places'][number]

function useFacts({ item, source, isShipped, move, movePercent }: PriceItemReply, now: number) {
  const { t } = useTranslation('officePrices')
  const { move: moveWords, source: sourceOf } = usePriceWords()
  const { price, at, spread, held } = item
  const shown: (readonly [name: string, value: ReactNode] | null)[] = [
    [t('price'), price === null ? t('no-price') : <Money key="price" cents={price} />],
    price === null
      ? null
      : [
          t('source'),
          source === null ? t('not-known') : isShipped ? t('shipped', { source: sourceOf(source) }) : sourceOf(source),
        ],
    price === null ? null : [t('age'), at === null ? t('not-known') : <AgedMoment key="at" at={at} now={now} />],
    spread === null
      ? null
      : [
          t('spread'),
          t('between', {
            count: spread.sources,
            lowest: formatMoney(spread.lowest),
            highest: formatMoney(spread.highest),
          }),
        ],
    move === null ? null : [t('last-change'), t('was', { from: formatMoney(move.from), at: formatDate(move.at) })],
    movePercent === null ? null : [t('bound'), t('bound-text', { percent: movePercent })],
    held === null
      ? null
      : [
          t('held'),
          <span key="held" className={styles.returns}>
            <span>{t('held-text', { seen: formatMoney(held.seen), moved: moveWords(held.moved) })}</span>{' '}
            <Moment at={held.since} />
          </span>,
        ],
  ]
  return shown.filter((fact) => fact !== null)
}

function Places({ places }: { places: readonly Place[] }): ReactElement {
  const { t } = useTranslation('officePrices')
  const { partName, percent } = usePriceWords()
  const columns: readonly Column<Place>[] = [
    {
      id: 'name',
      header: t('part'),
      cell: ({ row: { original } }) => <span className={styles.name}>{partName(original)}</span>,
    },
    { id: 'price', header: t('costs'), cell: ({ row: { original } }) => <Money cents={original.price} /> },
    {
      id: 'chance',
      header: t('chance'),
      cell: ({ row: { original } }) =>
        original.chance === 0 ? t('taken-out') : <span className="figures">{percent(original.chance)}</span>,
    },
    {
      id: 'returns',
      header: t('returns'),
      cell: ({ row: { original } }) => <span className="figures">{percent(original.returns)}</span>,
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ row: { original } }) => (
        <Chip tone={original.isOn ? 'good' : 'calm'}>{t(original.isOn ? 'on' : 'off')}</Chip>
      ),
    },
  ]
  if (places.length === 0) return <p className={styles.quiet}>{t('nowhere')}</p>
  return (
    <Table
      label={t('places')}
      columns={columns}
      rows={places}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      numbers={['price', 'chance', 'returns']}
    />
  )
}

function Item({ data }: { data: PriceItemReply }): ReactElement {
  const { t } = useTranslation('officePrices')
  const [now] = useState(() => Date.now())
  const facts = useFacts(data, now)
  return (
    <>
      <Facts facts={facts} />
      <section className={styles.part} aria-label={t('history.title')}>
        <h3>{t('history.title')}</h3>
        <PriceChart history={data.history} now={now} />
      </section>
      <div className={styles.part}>
        <h3>{t('places')}</h3>
        <Places places={data.places} />
      </div>
      <TypePrice key={`${data.item.id} ${data.item.price}`} item={data.item} />
    </>
  )
}

export function ItemPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officePrices')
  const { itemName } = usePriceWords()
  const { data, error } = useQuery({
    queryKey: ['prices', 'item', id],
    queryFn: () => api.get<PriceItemReply>(`/prices/items/${id}`),
    retry: false,
  })
  const title = data === undefined ? t('item') : itemName(data.item)
  return (
    <Panel title={title} close={<CloseLink to="/prices" drop="item" />}>
      <Fault error={error} />
      {data === undefined ? null : <Item data={data} />}
    </Panel>
  )
}
