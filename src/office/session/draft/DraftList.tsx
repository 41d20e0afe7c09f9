// The drafts that change files of a room: those in work, those that wait for their time, and those that were not published at it.
import { useQueries } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Elements } from '../../../islands/ui/own-element.tsx'
import type { DraftsReply, ListedDraft } from '../../../protocol/office/drafts.ts'
import { Moment } from '../../parts/Moment.tsx'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import { POLL_MS } from '../session.ts'
import { DraftChip } from './DraftChip.tsx'
import styles from './draft.module.css'

const STATES = ['failed', 'due', 'open'] as const

/** Asks for the drafts of a room's files that are not over; newest first in each state, those that failed first. */
export function useDraftsOf(file: string): { readonly drafts: readonly ListedDraft[]; readonly error: unknown } {
  return useQueries({
    queries: STATES.map((state) => ({
      queryKey: ['drafts', 'list', file, state],
      queryFn: () => api.get<DraftsReply>('/drafts', { file, state }),
      refetchInterval: POLL_MS,
    })),
    combine: (results) => ({
      drafts: results.flatMap(({ data }) => data?.drafts ?? []),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  })
}

interface DraftListProps {
  /** What the names of the room's files begin with. */
  file: string
  /** Makes the link to a draft. */
  linkTo: (draft: ListedDraft) => Elements
  /** The number of the one that is open. */
  except?: number | null
}

/** Shows nothing where there are none. */
export function DraftList({ file, linkTo, except }: DraftListProps): ReactElement | null {
  const { t } = useTranslation('officeDrafts')
  const { drafts: all, error } = useDraftsOf(file)
  const drafts = all.filter(({ id }) => id !== except)
  if (drafts.length === 0) return <Fault error={error} />
  return (
    <section className={styles.list} aria-label={t('list')}>
      <h2>{t('list')}</h2>
      <p className={styles.quiet}>{t('list-text')}</p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.id}>
            {linkTo(draft)} <DraftChip draft={draft} />{' '}
            <span className={styles.quiet}>
              {draft.dueAt === null ? t('by', { name: draft.editor.name }) : t('planned')}{' '}
              <Moment at={draft.dueAt ?? draft.changedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
