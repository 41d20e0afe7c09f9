// An account that shares something with a player: what it shares, and since when.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayerReply } from '../../protocol/office/players.ts'
import { dayText } from './search.ts'

export function RelatedAccount({ relation }: { relation: PlayerReply['relations'][number] }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const { id, username, reason, shared, firstDay, lastDay } = relation
  const days = { first: dayText(firstDay), last: dayText(lastDay) }
  return (
    <>
      <Link to="/players" search={{ player: String(id) }}>
        {username}
      </Link>
      {' · '}
      <span>{t(`relations.${reason}`, { count: shared })}</span>
      {' · '}
      <span className="figures">{firstDay === lastDay ? t('relations.day', days) : t('relations.days', days)}</span>
    </>
  )
}
