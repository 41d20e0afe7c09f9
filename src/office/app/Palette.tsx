// The palette: rooms, acts of the page, and searches for a pasted id.
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../parts/Dialog.tsx'
import { disabledReason } from '../session/disabled-reason.ts'
import { useActionsOfPage } from '../session/page-actions.tsx'
import { prospectOf, useOwnSession } from '../session/session.ts'
import { useSignOut } from './Account.tsx'
import styles from './palette.module.css'
import { type Entry, editionOf, looksLikeId, matching } from './palette.ts'
import { ROOMS } from './rooms.ts'

/** Returns all that the palette can do now. */
function useEntries(words: string): readonly Entry[] {
  const { t } = useTranslation('office')
  const session = useOwnSession()
  const navigate = useNavigate()
  const actions = useActionsOfPage()
  const { signOut } = useSignOut()
  const rooms: Entry[] = ROOMS.map(({ id, path, verb }) => ({
    label: t(`rooms.${id}`),
    group: t('palette.rooms'),
    disabledReason: disabledReason(verb, prospectOf(verb, session), t),
    run: () => void navigate({ to: path }),
  }))
  const own: Entry[] = [
    {
      label: t('account.passkeys'),
      group: t('account.label'),
      disabledReason: undefined,
      run: () => void navigate({ to: '/passkeys' }),
    },
    {
      label: t('account.tell-me'),
      group: t('account.label'),
      disabledReason: undefined,
      run: () => void navigate({ to: '/tell-me' }),
    },
    { label: t('account.sign-out'), group: t('account.label'), disabledReason: undefined, run: signOut },
  ]
  const ofPage: Entry[] = actions.map(({ label, run, disabledReason: reason }) => ({
    label,
    group: t('palette.page'),
    disabledReason: reason,
    run,
  }))
  const number = editionOf(words)
  const edition: Entry[] =
    number === undefined
      ? []
      : [
          {
            label: `${t('subjects.edition')} ${number}`,
            group: t('rooms.editions'),
            disabledReason: disabledReason('editions.read', prospectOf('editions.read', session), t),
            run: () => void navigate({ to: '/editions', search: { edition: number } }),
          },
        ]
  const matches = [...matching([...ofPage, ...rooms, ...own], words), ...edition].toSorted(
    // What the member may not do comes last.
    (one, other) => Number(one.disabledReason !== undefined) - Number(other.disabledReason !== undefined),
  )
  if (!looksLikeId(words)) return matches
  const subject = words.trim()
  const about: Entry = {
    label: t('palette.audit-of', { subject }),
    group: t('rooms.audit'),
    disabledReason: disabledReason('audit.read', prospectOf('audit.read', session), t),
    run: () => void navigate({ to: '/audit', search: { subject } }),
  }
  const find: Entry = {
    label: t('palette.find', { subject }),
    group: t('rooms.players'),
    disabledReason: disabledReason('players.read', prospectOf('players.read', session), t),
    run: () => void navigate({ to: '/players', search: { q: subject.replace(/^[a-z]+:/i, '') } }),
  }
  return [...matches, find, about]
}

interface ListProps {
  id: string
  entries: readonly Entry[]
  active: number
  onRun: (entry: Entry) => void
}

function EntryList({ id, entries, active, onRun }: ListProps): ReactElement {
  const { t } = useTranslation('office')
  return (
    <div id={id} role="listbox" aria-label={t('palette.label')} className={styles.list}>
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and Enter runs the active entry
        // biome-ignore lint/a11y/useFocusableInteractive: likewise
        <div
          key={`${entry.group}:${entry.label}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          aria-disabled={entry.disabledReason !== undefined}
          className={styles.entry}
          onClick={() => onRun(entry)}
        >
          <span>{entry.label}</span>
          <span className={styles.note}>{entry.disabledReason ?? entry.group}</span>
        </div>
      ))}
    </div>
  )
}

export function Palette({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useTranslation('office')
  const listId = useId()
  const [words, setWords] = useState('')
  const [place, setPlace] = useState(0)
  const entries = useEntries(words)
  const field = useRef<HTMLInputElement>(null)
  const active = Math.min(place, entries.length - 1)

  useEffect(() => {
    field.current?.focus()
  }, [])
  // Newer browsers return a promise of the scroll, which is no clean-up.
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  const run = (entry: Entry): void => {
    if (entry.disabledReason !== undefined) return
    onClose()
    entry.run()
  }
  const act = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const entry = entries[active]
    if (step !== 0 && entries.length > 0) setPlace((active + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && entry !== undefined && !event.nativeEvent.isComposing) run(entry)
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title={t('palette.label')}>
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
        aria-autocomplete="list"
        aria-label={t('palette.label')}
        placeholder={t('palette.hint')}
        spellCheck={false}
        autoComplete="off"
        value={words}
        onChange={({ target }) => {
          setWords(target.value)
          setPlace(0)
        }}
        onKeyDown={act}
      />
      <EntryList id={listId} entries={entries} active={active} onRun={run} />
      <p role="status" className={entries.length === 0 ? undefined : 'unseen'}>
        {entries.length === 0 ? t('palette.nothing') : ''}
      </p>
    </Dialog>
  )
}
