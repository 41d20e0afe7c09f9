// What a search found, each with what tells it from others of its kind, in words.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { TransferKind } from '../../../game/base/transfers.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { LetterState } from '../../../game/letters/letters.ts'
import type { WithdrawalState } from '../../../game/withdrawal/withdrawal.ts'
import type { BattleState } from '../../../protocol/battle.ts'
import type { FindReply, Found } from '../../../protocol/office/find.ts'
import type { OrderState } from '../../../protocol/payment.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Id } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { WithdrawalLink } from '../../session/WithdrawalLink.tsx'

/** The id, which leads to what has a room of its own. */
function FoundId({ found: { kind, id } }: { found: Found }): ReactElement {
  switch (kind) {
    case 'order':
      return (
        <Link to="/payments" search={{ order: id }}>
          <Id id={id} />
        </Link>
      )
    case 'withdrawal':
      return <WithdrawalLink id={id} />
    case 'letter':
      return (
        <Link to="/letters" search={{ letter: id }}>
          <Id id={id} />
        </Link>
      )
    default:
      return <Id id={id} />
  }
}

/** The remark in words: a state, a game, the name of an item. A player's is their Steam ID. */
function Remark({ found: { kind, remark, item } }: { found: Found }): ReactElement {
  const { t, i18n } = useTranslation(['officeEvents', 'officePlayers', 'officeToday', 'replies'])
  switch (kind) {
    case 'player':
      return <Id id={remark} />
    case 'order':
      return <span>{t(`order.${remark as OrderState}`)}</span>
    case 'withdrawal':
      return <span>{t(`withdrawal.${remark as WithdrawalState}`)}</span>
    case 'battle':
      return <span>{t(`battle.${remark as BattleState}`)}</span>
    case 'letter':
      return <span>{t(`officePlayers:letters.state.${remark as LetterState}`)}</span>
    case 'item':
      return <span>{item === undefined ? remark : wornItemName(item, i18n.language as Language)}</span>
    case 'roll':
      return <span>{t(`officeToday:sources.${remark as 'case'}`)}</span>
    case 'transfer':
      if (remark === 'open') return <span>{t('officeToday:sources.case')}</span>
      return <span>{t(`replies:history.${remark as TransferKind}`, { name: '', count: 1 })}</span>
  }
}

function useColumns(): readonly Column<Found>[] {
  const { t } = useTranslation('officePlayers')
  return [
    {
      id: 'player',
      header: t('player'),
      cell: ({ row: { original } }) =>
        original.player === null ? (
          <span>{t('house')}</span>
        ) : (
          <Link from="/players" to="/players" search={({ q }) => ({ q, player: String(original.player?.id) })}>
            {original.player.username}
          </Link>
        ),
    },
    {
      id: 'number',
      header: t('number'),
      cell: ({ row: { original } }) => <Id id={String(original.player?.id ?? '')} />,
    },
    { id: 'kind', header: t('found'), cell: ({ row: { original } }) => t(`kinds.${original.kind}`) },
    { id: 'id', header: t('id'), cell: ({ row: { original } }) => <FoundId found={original} /> },
    { id: 'remark', header: t('remark'), cell: ({ row: { original } }) => <Remark found={original} /> },
  ]
}

export function FoundList({ q }: { q: string }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['players', 'find', q],
    queryFn: () => api.get<FindReply>('/find', { q }),
  })
  if (data === undefined) return <Fault error={error} />
  if (data.found.length === 0) return <EmptyState title={t('none')} text={t('none-text')} />
  return <Table label={t('results')} columns={columns} rows={data.found} keyOf={({ kind, id }) => `${kind}:${id}`} />
}
