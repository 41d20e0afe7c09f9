// One notice to a group: whom it reached, what they read, and the act that stops it.
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { OfficeNotice } from '../../../protocol/office/notices.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import { NoticeState } from './NoticeList.tsx'
import { NoticePreview } from './NoticePreview.tsx'
import { useGroupText, useTitle } from './words.ts'

/** How often a notice is read while it is on its way. */
const SENDING_MS = 2_000

function Details({ notice }: { notice: OfficeNotice }): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const groupText = useGroupText()
  const { id, state, group, told, leftOut, link, author, madeAt, endedAt } = notice
  const { mutate, isPending, error } = useAct('notices.stop', () => api.post<ActReply>(`/notices/${id}/stop`), [
    ['announcements'],
  ])
  return (
    <>
      <Facts
        facts={[
          [t('state'), <NoticeState key="state" state={state} />],
          [t('group'), groupText(group)],
          [t('told'), told],
          [t('left-out'), leftOut],
          [t('link'), link ?? t('no-link')],
          [t('author'), author],
          [t('sent'), <Moment key="made" at={madeAt} />],
          ...(endedAt === null ? [] : [[t('ended'), <Moment key="ended" at={endedAt} />] as const]),
        ]}
      />
      <Fault error={error} />
      <div>
        <ActButton
          verb="notices.stop"
          prospect={{ state }}
          tone="danger"
          busy={isPending}
          onClick={() => mutate(undefined)}
        >
          {t('stop')}
        </ActButton>
      </div>
      <NoticePreview notice={notice} />
    </>
  )
}

export function NoticePanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const title = useTitle()
  const { data, error } = useQuery({
    queryKey: ['announcements', 'notice', id],
    queryFn: () => api.get<OfficeNotice>(`/notices/${id}`),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? SENDING_MS : false),
  })
  return (
    <Panel title={data === undefined ? t('notice') : title(data)} close={<CloseLink to="/announcements" drop="id" />}>
      <Fault error={error} />
      {data === undefined ? null : <Details notice={data} />}
    </Panel>
  )
}
