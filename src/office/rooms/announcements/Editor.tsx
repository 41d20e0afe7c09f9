// Writes an announcement: three languages side by side, what is wrong as it is typed, and what players will see.
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ANNOUNCEMENT_LETTERS,
  ANNOUNCEMENT_PLACES,
  type AnnouncementPlace,
  announcementFaults,
} from '../../../game/office/announcements.ts'
import type { AnnouncementLinksReply, OfficeAnnouncement, PublishBody } from '../../../protocol/office/announcements.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Button } from '../../parts/Button.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import styles from './announcements.module.css'
import { announcementOf, type Draft, draftOf, EMPTY_DRAFT } from './draft.ts'
import { LinkField, pagesOf, useLinks } from './LinkField.tsx'
import { Preview } from './Preview.tsx'
import { Texts } from './Texts.tsx'

interface EditorProps {
  /** What is copied or corrected; null for a new one. */
  readonly old: OfficeAnnouncement | null
  /** Whether the new one takes the place of the old one. */
  readonly isCorrection: boolean
}

/** Returns the time, which decides what is in the past: read anew while the form is open. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

interface FormProps extends EditorProps {
  readonly links: AnnouncementLinksReply
}

function Form({ old, isCorrection, links }: FormProps): ReactElement {
  const { t } = useTranslation(['officeAnnouncements', 'office'])
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>(() =>
    old === null ? EMPTY_DRAFT : draftOf(old, { keepsTime: isCorrection }),
  )
  const now = useNow()
  const announcement = announcementOf(draft)
  const faults = announcementFaults(announcement, { isPage: pagesOf(links), now })
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }))
  const isLater = announcement.from !== null
  const { mutate, isPending, error } = useAct(
    isLater ? 'announcements.plan' : 'announcements.publish',
    (body: PublishBody) => api.post<ActReply>('/announcements', body),
    [['announcements']],
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPending || faults.length > 0) return
    const replaces = isCorrection && old !== null ? { replaces: old.id } : {}
    const listed = isLater ? { state: 'planned' as const } : {}
    mutate(
      { ...announcement, ...replaces },
      { onSuccess: () => void navigate({ to: '/announcements', search: listed }) },
    )
  }
  const faultText = (field: 'link' | 'from' | 'until'): string | undefined => {
    const fault = faults.find((one) => one.field === field)
    return fault === undefined ? undefined : t(`faults.${fault.kind}`)
  }
  return (
    <form className="stack" onSubmit={submit}>
      {isCorrection ? <p className="lead">{t('correct-text')}</p> : null}
      <SelectField
        label={t('place')}
        value={draft.place}
        onChange={({ target }) => change({ place: target.value as AnnouncementPlace })}
      >
        {ANNOUNCEMENT_PLACES.map((place) => (
          <option key={place} value={place}>
            {t(`places.${place}`)}
          </option>
        ))}
      </SelectField>
      {(['title', 'words'] as const).map((field) => (
        <Texts
          key={field}
          field={field}
          texts={draft[field]}
          most={ANNOUNCEMENT_LETTERS[draft.place][field]}
          faults={faults}
          onChange={(texts) => change({ [field]: texts })}
        />
      ))}
      <div className={styles.times}>
        <LinkField link={draft.link} links={links} fault={faultText('link')} onChange={(link) => change({ link })} />
        <TextField
          label={t('from')}
          type="datetime-local"
          value={draft.from}
          hint={faultText('from') ?? t('from-hint')}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          label={t('until')}
          type="datetime-local"
          value={draft.until}
          hint={faultText('until') ?? t('until-hint')}
          onChange={({ target }) => change({ until: target.value })}
        />
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.dismissible}
          onChange={({ target }) => change({ dismissible: target.checked })}
        />
        <span>{t('dismissible')}</span>
      </label>
      <Preview announcement={{ ...announcement, id: 'preview' }} hasDesk />
      <Fault error={error} />
      <div className={styles.acts}>
        <ActButton
          type="submit"
          verb="announcements.publish"
          tone="signal"
          busy={isPending}
          disabledReason={faults.length > 0 ? t('not-yet', { count: faults.length }) : undefined}
        >
          {t(isLater ? 'plan' : 'publish')}
        </ActButton>
        <Button onClick={() => void navigate({ to: '/announcements', search: old === null ? {} : { id: old.id } })}>
          {t('office:cancel')}
        </Button>
      </div>
    </form>
  )
}

export function Editor(props: EditorProps): ReactElement {
  const { data, error } = useLinks()
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : <Form {...props} links={data} />}
    </>
  )
}
