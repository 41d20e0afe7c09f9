// The letters of a player, and a new one to them.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeLettersReply } from '../../../protocol/office/letters.ts'
import { Moment } from '../../parts/Moment.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'

export function Letters({ id }: { id: number }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const { data, error } = useQuery({
    queryKey: ['players', String(id), 'letters'],
    queryFn: () => api.get<Pick<OfficeLettersReply, 'letters'>>(`/players/${id}/letters`),
  })
  return (
    <>
      <h3>{t('letters.title')}</h3>
      <Fault error={error} />
      <ul>
        {data?.letters.map(({ id: letter, about, state, since, staff, excerpt }) => (
          <li key={letter}>
            <Link to="/letters" search={{ letter }}>
              {t(`kinds.${about.kind}`)}
            </Link>{' '}
            <span>{t(`letters.state.${state}`)}</span> <Moment at={since} />{' '}
            {staff === null ? null : <span>{t('holds.by', { name: staff.name })}</span>}
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/letters" search={{ to: String(id) }}>
          {t('letters.write-player')}
        </Link>
      </p>
    </>
  )
}
