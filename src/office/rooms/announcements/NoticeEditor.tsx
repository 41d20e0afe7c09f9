// Writes a notice to a group of players: how many it reaches, a test to one player, and the act that sends it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, perLanguage } from '../../../game/base/language.ts'
import {
  AWAY_DAYS,
  NOTICE_GROUPS,
  NOTICE_LETTERS,
  type NoticeGroup,
  type NoticeGroupKind,
  type NoticeWords,
  noticeFaults,
} from '../../../game/office/notices.ts'
import { formatCount } from '../../../i18n/format.ts'
import type { AnnouncementLinksReply } from '../../../protocol/office/announcements.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { GroupSizeReply, NoticeSendBody, NoticeTestBody } from '../../../protocol/office/notices.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { ActForm } from '../../session/ActForm.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import styles from './announcements.module.css'
import { LinkField, pagesOf, useLinks } from './LinkField.tsx'
import { NoticePreview } from './NoticePreview.tsx'
import { Texts } from './Texts.tsx'

const NUMBER = /^\d{4,10}$/

const DAYS_AT_FIRST = 30

/** Reads how many players a notice to a group reaches now. */
function useSize({ kind, days }: NoticeGroup) {
  return useQuery({
    queryKey: ['announcements', 'size', kind, days],
    queryFn: () => api.get<GroupSizeReply>('/notices/size', { kind, days: days ?? undefined }),
    placeholderData: keepPreviousData,
    enabled: kind !== 'away' || isDays(days),
  })
}

const isDays = (days: number | null): boolean =>
  days !== null && Number.isInteger(days) && days >= AWAY_DAYS.least && days <= AWAY_DAYS.most

function Size({ group }: { group: NoticeGroup }): ReactElement {
  const { t, i18n } = useTranslation('officeAnnouncements')
  const { data, error } = useSize(group)
  if (data === undefined) return <Fault error={error} />
  const { players, leftAlone, toldLately, hours } = data
  const numbered = (count: number) => ({ count, number: formatCount(count, i18n.language as Language) })
  return (
    <p role="status">
      <strong>{t('size.players', numbered(players))}</strong>{' '}
      {leftAlone === 0 ? null : <span>{t('size.alone', numbered(leftAlone))}</span>}{' '}
      {toldLately === 0 ? null : <span>{t('size.lately', { ...numbered(toldLately), hours })}</span>}
    </p>
  )
}

interface GroupProps {
  readonly group: NoticeGroup
  readonly onChange: (group: NoticeGroup) => void
}

function Group({ group, onChange }: GroupProps): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  return (
    <div className={styles.times}>
      <SelectField
        label={t('group')}
        value={group.kind}
        onChange={({ target }) => {
          const kind = target.value as NoticeGroupKind
          onChange({ kind, days: kind === 'away' ? DAYS_AT_FIRST : null })
        }}
      >
        {NOTICE_GROUPS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`groups.${kind}`)}
          </option>
        ))}
      </SelectField>
      {group.kind === 'away' ? (
        <TextField
          label={t('days')}
          type="number"
          inputMode="numeric"
          min={AWAY_DAYS.least}
          max={AWAY_DAYS.most}
          value={group.days ?? ''}
          hint={t('days-hint', AWAY_DAYS)}
          onChange={({ target }) => onChange({ ...group, days: target.value === '' ? null : Number(target.value) })}
        />
      ) : null}
    </div>
  )
}

function Test({ notice, isSound }: { notice: NoticeWords; isSound: boolean }): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const [player, setPlayer] = useState('')
  const { mutate, isPending, error } = useAct(
    'notices.test',
    (body: NoticeTestBody) => api.post<ActReply>('/notices/test', body),
    [],
  )
  const isReady = isSound && NUMBER.test(player)
  return (
    <>
      <div className={styles.test}>
        <TextField
          label={t('test-player')}
          inputMode="numeric"
          value={player}
          onChange={({ target }) => setPlayer(target.value.trim())}
        />
        <ActButton
          verb="notices.test"
          busy={isPending}
          disabledReason={isReady ? undefined : t('test-not-yet')}
          onClick={() => mutate({ ...notice, player: Number(player) })}
        >
          {t('test')}
        </ActButton>
      </div>
      <Fault error={error} />
    </>
  )
}

function Form({ links }: { links: AnnouncementLinksReply }): ReactElement {
  const { t } = useTranslation(['officeAnnouncements', 'office'])
  const navigate = useNavigate()
  const [group, setGroup] = useState<NoticeGroup>({ kind: 'everyone', days: null })
  const [notice, setNotice] = useState<NoticeWords>({
    title: perLanguage(() => ''),
    words: perLanguage(() => ''),
    link: null,
  })
  const [isOpen, setOpen] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const faults = noticeFaults(notice, pagesOf(links))
  const isGroup = group.kind !== 'away' || isDays(group.days)
  const linkFault = faults.find(({ field }) => field === 'link')
  const back = (): void => void navigate({ to: '/announcements', search: { state: 'notices' } })
  const notYet =
    faults.length > 0 ? t('not-yet', { count: faults.length }) : isGroup ? undefined : t('days-hint', AWAY_DAYS)
  const send = (reason: string): Promise<ActReply> => {
    const body: NoticeSendBody = { ...notice, group, key, reason }
    return api.post<ActReply>('/notices', body)
  }
  return (
    <div className="stack">
      <p className="lead">{t('notice-lead')}</p>
      <Group group={group} onChange={setGroup} />
      <Size group={group} />
      {(['title', 'words'] as const).map((field) => (
        <Texts
          key={field}
          field={field}
          texts={notice[field]}
          most={NOTICE_LETTERS[field]}
          faults={faults}
          onChange={(texts) => setNotice((before) => ({ ...before, [field]: texts }))}
        />
      ))}
      <div className={styles.times}>
        <LinkField
          link={notice.link ?? ''}
          links={links}
          fault={linkFault === undefined ? undefined : t(`faults.${linkFault.kind}`)}
          mayLeave={false}
          onChange={(link) => setNotice((before) => ({ ...before, link: link === '' ? null : link }))}
        />
        <Test notice={notice} isSound={faults.length === 0} />
      </div>
      <NoticePreview notice={notice} />
      <div className={styles.acts}>
        <ActButton verb="notices.send" tone="signal" disabledReason={notYet} onClick={() => setOpen(true)}>
          {t('send')}
        </ActButton>
        <Button onClick={back}>{t('office:cancel')}</Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('send')}>
        <ActForm action={t('send')} done="notices.send" act={send} changes={[['announcements']]} onClose={back}>
          <p>{t(`groups.${group.kind}`)}</p>
          <Size group={group} />
        </ActForm>
      </Dialog>
    </div>
  )
}

export function NoticeEditor(): ReactElement {
  const { data, error } = useLinks()
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : <Form links={data} />}
    </>
  )
}
