// What waits for a person, with a link to the room where it is decided, and since when.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { WaitingKind } from '../../../game/office/figures.ts'
import type { WaitingRow } from '../../../protocol/office/today.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Count } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'

/** The list of a kind in its words; held prices have no room. */
function WaitingLink({ kind }: { kind: WaitingKind }): ReactElement {
  const { t } = useTranslation('officeToday')
  const words = t(`waiting.kinds.${kind}`)
  switch (kind) {
    case 'withdrawals':
      return <Link to="/withdrawals">{words}</Link>
    case 'stuck':
      return (
        <Link to="/withdrawals" search={{ tab: 'stuck' }}>
          {words}
        </Link>
      )
    case 'letters':
      return <Link to="/letters">{words}</Link>
    case 'proposals':
      return <Link to="/proposals">{words}</Link>
    case 'disputes':
    case 'kept':
      return (
        <Link to="/payments" search={{ tab: kind }}>
          {words}
        </Link>
      )
    case 'questions':
      return (
        <Link to="/payments" search={{ mark: 'question' }}>
          {words}
        </Link>
      )
    case 'prices':
      return <span>{words}</span>
  }
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

function useColumns(atMs: number): readonly Column<WaitingRow>[] {
  const { t } = useTranslation('officeToday')
  const ageOf = (sinceMs: number): string => {
    const hours = Math.max(0, Math.floor((atMs - sinceMs) / HOUR_MS))
    if (hours === 0) return t('age.new')
    return hours < 2 * DAY_HOURS
      ? t('age.hours', { count: hours })
      : t('age.days', { count: Math.floor(hours / DAY_HOURS) })
  }
  return [
    {
      id: 'kind',
      header: t('waiting.what'),
      cell: ({ row }) => <WaitingLink kind={row.original.kind} />,
    },
    { id: 'count', header: t('waiting.count'), cell: ({ row }) => <Count count={row.original.count} /> },
    {
      id: 'age',
      header: t('waiting.oldest'),
      cell: ({ row }) => (row.original.since === null ? '–' : ageOf(row.original.since)),
    },
    {
      id: 'since',
      header: t('waiting.since'),
      cell: ({ row }) => (row.original.since === null ? null : <Moment at={row.original.since} />),
    },
  ]
}

interface WaitingTableProps {
  label: string
  rows: readonly WaitingRow[]
  /** When it was read. */
  at: number
}

export function WaitingTable({ label, rows, at }: WaitingTableProps): ReactElement {
  return (
    <Table label={label} columns={useColumns(at)} rows={rows} keyOf={({ kind }) => kind} numbers={['count', 'age']} />
  )
}
