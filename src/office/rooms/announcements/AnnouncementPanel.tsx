// One announcement: when it is shown and by whom, as players see it, and what can be done with it.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeAnnouncement } from '../../../protocol/office/announcements.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import styles from './announcements.module.css'
import { Preview } from './Preview.tsx'
import { useTitle } from './words.ts'

/** Reads an announcement. */
export function useAnnouncement(id: string | undefined) {
  return useQuery({
    queryKey: ['announcements', 'one', id],
    queryFn: () => api.get<OfficeAnnouncement>(`/announcements/${id}`),
    enabled: id !== undefined,
  })
}

function Acts({ shown: { id, state } }: { shown: OfficeAnnouncement }): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const navigate = useNavigate()
  const { mutate, isPending, error } = useAct(
    'announcements.end',
    () => api.post<ActReply>(`/announcements/${id}/end`),
    [['announcements']],
  )
  const write = (what: 'copy' | 'correct') => () => void navigate({ to: '/announcements', search: { id, write: what } })
  return (
    <>
      <Fault error={error} />
      <div className={styles.acts}>
        {state === 'over' ? null : (
          <ActButton verb="announcements.publish" onClick={write('correct')}>
            {t('correct')}
          </ActButton>
        )}
        <ActButton verb="announcements.publish" onClick={write('copy')}>
          {t('copy')}
        </ActButton>
        <ActButton
          verb="announcements.end"
          prospect={{ state }}
          tone="danger"
          busy={isPending}
          onClick={() => mutate(undefined)}
        >
          {t(state === 'planned' ? 'take-back' : 'end')}
        </ActButton>
      </div>
    </>
  )
}

function Details({ shown }: { shown: OfficeAnnouncement }): ReactElement {
  const { t } = useTranslation(['officeAnnouncements', 'officeEvents'])
  const { state, place, from, until, endedAt, link, dismissible, author, madeAt, isCovered } = shown
  return (
    <>
      {isCovered ? <p>{t('covered-text')}</p> : null}
      <Facts
        facts={[
          [t('state'), t(`officeEvents:notice.${state}`)],
          [t('place'), t(`places.${place}`)],
          [t('from'), <Moment key="from" at={from} />],
          [t('until'), until === null ? t('by-hand') : <Moment key="until" at={until} />],
          ...(endedAt === null ? [] : [[t('ended'), <Moment key="ended" at={endedAt} />] as const]),
          [t('link'), link ?? t('no-link')],
          [t('dismissible'), t(dismissible ? 'yes' : 'no')],
          [t('author'), author],
          [t('made'), <Moment key="made" at={madeAt} />],
        ]}
      />
      <Acts shown={shown} />
      <Preview announcement={shown} />
    </>
  )
}

export function AnnouncementPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const title = useTitle()
  const { data, error } = useAnnouncement(id)
  return (
    <Panel
      title={data === undefined ? t('announcement') : title(data)}
      close={<CloseLink to="/announcements" drop="id" />}
    >
      <Fault error={error} />
      {data === undefined ? null : <Details shown={data} />}
    </Panel>
  )
}
