// The bar of a draft: its title, whether it is saved, what is wrong with it, and what can be done with it.
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Elements } from '../../../islands/ui/own-element.tsx'
import type { DraftReply, PublishQuestion, WrittenDraft } from '../../../protocol/office/drafts.ts'
import type { EditionFault } from '../../../protocol/office/editions.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { TextField } from '../../parts/Field.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import { useAct } from '../use-act.ts'
import { DraftActs } from './DraftActs.tsx'
import { DraftChip } from './DraftChip.tsx'
import { DraftFaults } from './DraftFaults.tsx'
import styles from './draft.module.css'
import type { DraftWork, SaveState } from './use-draft.ts'

const TONES = {
  new: 'calm',
  saved: 'good',
  unsaved: 'warn',
  saving: 'calm',
  failed: 'bad',
  conflict: 'bad',
} as const satisfies Record<SaveState, string>

/** The most letters of a title (protocol/office/drafts.ts). */
const TITLE_MOST = 120

function StateOf({ work: { state, saving, saved, check } }: { work: DraftWork }): ReactElement {
  const { t } = useTranslation('officeDrafts')
  return (
    <p className={styles.state}>
      {saved === undefined || (state === 'open' && saved.question === null) ? null : <DraftChip draft={saved} />}
      {state === 'open' || state === 'failed' ? <Chip tone={TONES[saving]}>{t(`saving.${saving}`)}</Chip> : null}
      {check.isChecking ? <span>{t('checking')}</span> : null}
      {saved === undefined ? null : (
        <span>
          {t('by', { name: saved.editor.name })} <Moment at={saved.changedAt} />
        </span>
      )}
    </p>
  )
}

/** That a second person is asked to publish it. */
function Question({ question: { by, dueAt, expiresAt, isOld } }: { question: PublishQuestion }): ReactElement {
  const { t } = useTranslation('officeDrafts')
  return (
    <p className={styles.question}>
      <span>{isOld ? t('question.old', { name: by }) : t('question.waits', { name: by })}</span>
      {isOld || dueAt === null ? null : (
        <span>
          {t('planned')} <Moment at={dueAt} />
        </span>
      )}
      <span>
        {t('question.until')} <Moment at={expiresAt} />
      </span>
      <Link to="/proposals">{t('question.show')}</Link>
    </p>
  )
}

/** What happens to a draft that is not worked on any more, or why it was not published. */
function Fate({ draft: { state, dueAt, edition, fault, question } }: { draft: DraftReply }): ReactElement | null {
  const { t } = useTranslation('officeDrafts')
  if (question !== null && (state === 'open' || state === 'failed')) return <Question question={question} />
  if (state === 'due' && dueAt !== null)
    return (
      <p>
        {t('planned')} <Moment at={dueAt} />
      </p>
    )
  if (state === 'published' && edition !== null)
    return (
      <p>
        {t('published')}{' '}
        <Link to="/editions" search={{ edition: String(edition) }}>
          {t('edition', { number: edition })}
        </Link>
      </p>
    )
  if (state !== 'failed' || fault === null) return null
  return (
    <p className={styles.faults}>
      {t('failed')} {fault}
    </p>
  )
}

/** A colleague has published meanwhile: what they changed is looked at, and the draft goes on from there. */
function Overtaken({ saved, files }: { saved: DraftReply; files: readonly string[] }): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const follow = () => api.post<WrittenDraft>(`/drafts/${saved.id}/follow`, { version: saved.version })
  const { mutate, isPending, error } = useAct('drafts.write', follow, [['drafts'], ['shop-files']])
  return (
    <div className={styles.faults} role="alert">
      <p>{t('overtaken', { files: files.join(', ') })}</p>
      <Fault error={error} />
      <div>
        <Button busy={isPending} onClick={() => mutate(undefined)}>
          {t('follow')}
        </Button>
      </div>
    </div>
  )
}

function NotSaved({ work: { saving, error, save, reopen } }: { work: DraftWork }): ReactElement | null {
  const { t } = useTranslation('officeDrafts')
  if (saving !== 'failed' && saving !== 'conflict') return null
  return (
    <div className={styles.unsaved}>
      <Fault error={error} />
      <div>
        {saving === 'failed' ? (
          <Button onClick={save}>{t('save')}</Button>
        ) : (
          <Button onClick={reopen}>{t('reopen')}</Button>
        )}
      </div>
    </div>
  )
}

interface DraftBarProps {
  work: DraftWork
  /** The link that leads back out of the draft. */
  close: Elements
  /** Leads out of a draft that was dropped. */
  onDropped: () => void
  /** Leads to what is wrong. */
  onFault?: (fault: EditionFault) => void
  /** Those that the room does not show in another place; all of them without it. */
  faults?: readonly EditionFault[]
}

export function DraftBar({ work, close, onDropped, onFault, faults = work.check.faults }: DraftBarProps): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const queries = useQueryClient()
  const { saved, title, setTitle, lock, check } = work
  const drop = (): void => {
    void queries.invalidateQueries({ queryKey: ['drafts'] })
    onDropped()
  }
  return (
    <section className={styles.bar} aria-label={t('label')}>
      <div className={styles.top}>
        <div className={styles.title}>
          <TextField
            label={t('title')}
            value={title}
            maxLength={TITLE_MOST}
            readOnly={lock !== undefined}
            onChange={({ target }) => setTitle(target.value)}
          />
        </div>
        <DraftActs work={work} onDropped={drop} />
        {close}
      </div>
      <StateOf work={work} />
      {saved === undefined ? null : <Fate draft={saved} />}
      <NotSaved work={work} />
      {saved === undefined || check.overtaken.length === 0 ? null : <Overtaken saved={saved} files={check.overtaken} />}
      <Fault error={check.error} />
      <DraftFaults faults={faults} onFault={onFault} />
    </section>
  )
}
