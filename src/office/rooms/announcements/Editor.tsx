// Writes an announcement: three languages side by side, what is wrong as it is typed, and what players will see.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import {
  ANNOUNCEMENT_LETTERS,
  ANNOUNCEMENT_PLACES,
  type AnnouncementFault,
  type AnnouncementPlace,
  announcedPage,
  announcementFaults,
} from '../../../game/office/announcements.ts'
import type { AnnouncementLinksReply, OfficeAnnouncement, PublishBody } from '../../../protocol/office/announcements.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Button } from '../../parts/Button.tsx'
import { SelectField, TextArea, TextField } from '../../parts/Field.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import styles from './announcements.module.css'
import { announcementOf, type Draft, draftOf, EMPTY_DRAFT } from './draft.ts'
import { LinkField } from './LinkField.tsx'
import { Preview } from './Preview.tsx'

interface EditorProps {
  /** What is copied or corrected; null for a new one. */
  readonly old: OfficeAnnouncement | null
  /** Whether the new one takes the place of the old one. */
  readonly isCorrection: boolean
}

type TextName = 'title' | 'words'

/** Returns the time, which decides what is in the past: read anew while the form is open. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Returns what is wrong with a draft, by its field. */
function useFaults(draft: Draft, links: AnnouncementLinksReply) {
  const now = useNow()
  const own = [...links.pages, ...links.cases.map(({ path }) => path)]
  const isPage = (path: string): boolean => announcedPage(path) !== undefined || own.includes(path)
  const faults = announcementFaults(announcementOf(draft), { isPage, now })
  const of = (field: AnnouncementFault['field'], language?: Language): AnnouncementFault | undefined =>
    faults.find((fault) => fault.field === field && (!('language' in fault) || fault.language === language))
  return { faults, of }
}

interface TextsProps {
  readonly field: TextName
  readonly draft: Draft
  readonly faultOf: (field: TextName, language: Language) => AnnouncementFault | undefined
  readonly onChange: (language: Language, text: string) => void
}

/** A text in all languages. */
function Texts({ field, draft, faultOf, onChange }: TextsProps): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const most = ANNOUNCEMENT_LETTERS[draft.place][field]
  return (
    <div className={styles.languages}>
      {LANGUAGES.map((language) => {
        const text = draft[field][language]
        const count = t('letters', { letters: [...text.trim()].length, most })
        const fault = faultOf(field, language)
        const name = t(`languages.${language}`)
        const shared = {
          label: `${t(field)}: ${name}`,
          lang: language,
          value: text,
          hint: fault === undefined ? count : [t(`faults.${fault.kind}`), count].join(' '),
          'aria-invalid': fault !== undefined && text !== '',
        }
        return field === 'title' ? (
          <TextField key={language} {...shared} onChange={({ target }) => onChange(language, target.value)} />
        ) : (
          <TextArea key={language} {...shared} onChange={({ target }) => onChange(language, target.value)} />
        )
      })}
    </div>
  )
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
  const { faults, of } = useFaults(draft, links)
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }))
  const changeText = (field: TextName) => (language: Language, text: string) =>
    setDraft((before) => ({ ...before, [field]: { ...before[field], [language]: text } }))
  const announcement = announcementOf(draft)
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
    const fault = of(field)
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
      <Texts field="title" draft={draft} faultOf={of} onChange={changeText('title')} />
      <Texts field="words" draft={draft} faultOf={of} onChange={changeText('words')} />
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
  const { data, error } = useQuery({
    queryKey: ['announcements', 'links'],
    queryFn: () => api.get<AnnouncementLinksReply>('/announcements/links'),
  })
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : <Form {...props} links={data} />}
    </>
  )
}
