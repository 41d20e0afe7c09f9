// What games and cases returned, against what their odds promise: the difference in standard errors tells chance from a fault.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { measureReturn } from '../../../game/games/returns.ts'
import { deviationOf, isDrifting } from '../../../game/office/figures.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { ReturnRow } from '../../../protocol/office/today.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { deviationText, shareText } from './figure-words.ts'

const NUMBERS = ['rolls', 'staked', 'result', 'measured', 'promised', 'error', 'deviation', 'before']

function useColumns(by: 'game' | 'case'): readonly Column<ReturnRow>[] {
  const { t, i18n } = useTranslation('officeToday')
  const language = i18n.language as Language
  const nameOf = ({ name, title }: ReturnRow): string =>
    by === 'game' ? t(`games.${name as 'case'}`) : (title?.[language] ?? name)
  const share = (value: number | null): string => shareText(value, language)
  return [
    { id: 'name', header: t(`by.${by}`), cell: ({ row }) => nameOf(row.original) },
    { id: 'rolls', header: t('returns.rolls'), cell: ({ row }) => <Count count={row.original.played.rolls} /> },
    { id: 'staked', header: t('returns.staked'), cell: ({ row }) => <Money cents={row.original.played.staked} /> },
    {
      id: 'result',
      header: t('returns.result'),
      cell: ({ row }) => formatMoney(row.original.played.staked - row.original.played.won),
    },
    {
      id: 'measured',
      header: t('returns.measured'),
      cell: ({ row }) => share(measureReturn(row.original.played).measured),
    },
    {
      id: 'promised',
      header: t('returns.promised'),
      cell: ({ row }) => share(measureReturn(row.original.played).promised),
    },
    {
      id: 'error',
      header: t('returns.error'),
      cell: ({ row }) => `±${share(measureReturn(row.original.played).error)}`,
    },
    {
      id: 'deviation',
      header: t('returns.deviation'),
      cell: ({ row: { original } }) => deviationText(deviationOf(original.played), language),
    },
    {
      id: 'before',
      header: t('returns.before'),
      cell: ({ row: { original } }) => share(original.before === null ? null : measureReturn(original.before).measured),
    },
    {
      id: 'state',
      header: t('returns.state'),
      cell: ({ row: { original } }) => (isDrifting(original.played) ? <Chip tone="bad">{t('drifts')}</Chip> : null),
    },
  ]
}

interface ReturnsTableProps {
  label: string
  by: 'game' | 'case'
  rows: readonly ReturnRow[]
}

export function ReturnsTable({ label, by, rows }: ReturnsTableProps): ReactElement {
  return <Table label={label} columns={useColumns(by)} rows={rows} keyOf={({ name }) => name} numbers={NUMBERS} />
}
