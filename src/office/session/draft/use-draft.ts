// A draft of the shop while somebody works on it: what is typed is saved and checked after a moment, and nothing of it is lost.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { DraftState } from '../../../game/office/subjects.ts'
import type { DraftReply, ShopFilesReply } from '../../../protocol/office/drafts.ts'
import { useDisabledReason } from '../ActButton.tsx'
import { api, OfficeError } from '../api.ts'
import { POLL_MS, useOwnSession } from '../session.ts'
import { draftKey, type PendingDraft, restOf, type SavedDraft, savedReply, writePending } from './saved-draft.ts'
import { type DraftCheck, useCheck } from './use-check.ts'

/** How long nobody has typed before a draft is saved. */
const PAUSE_MS = 1_000

export interface DraftOptions {
  /** The draft of the address; undefined for one that begins with the first change. */
  readonly id: number | undefined
  /** What the names of the files begin with that the room works on. */
  readonly begins: string
  /** What a new draft is called. */
  readonly firstTitle: string
  /** Receives the number of a draft that has begun, for the address. */
  readonly onBegin: (id: number) => void
}

/** `new`: nothing is changed. `conflict`: a colleague has saved the same draft meanwhile. */
export type SaveState = 'new' | 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

export interface DraftWork {
  /** Null before the first change is saved. */
  readonly id: number | null
  readonly state: DraftState
  /** As the server has it; undefined before the first change is saved. */
  readonly saved: DraftReply | undefined
  readonly title: string
  /** The texts by name: those of the edition in force, with the draft's in their place. */
  readonly texts: Readonly<Record<string, string>>
  /** The texts of the edition in force. */
  readonly inForce: Readonly<Record<string, string>>
  /** The names of the files that the draft changes. */
  readonly changed: readonly string[]
  readonly saving: SaveState
  /** Of the last save. */
  readonly error: unknown
  readonly check: DraftCheck
  /** Why it may not be changed: its state, or the member's role. */
  readonly lock: 'state' | 'role' | undefined
  setTitle(title: string): void
  /** Changes a file of the shop; null makes it the release's own again. */
  setFile(name: string, text: string | null): void
  /** Saves at once, or again after a failure. */
  save(): void
  /** Drops what is not saved, and reads what the server has. */
  reopen(): void
}

interface Saving {
  readonly pending: PendingDraft | null
  readonly state: SaveState
  readonly error: unknown
  edit(change: (pending: PendingDraft | null) => PendingDraft): void
  save(): void
  drop(): void
}

const isConflict = (error: unknown): boolean => error instanceof OfficeError && error.code === 'draft-changed'

function stateOf(pending: PendingDraft | null, isSaved: boolean, isPending: boolean, error: unknown): SaveState {
  if (isConflict(error)) return 'conflict'
  if (error !== null) return 'failed'
  if (isPending) return 'saving'
  if (pending !== null) return 'unsaved'
  return isSaved ? 'saved' : 'new'
}

/** Asks before the page is left with something that is not saved, and runs `leave` when the screen is. */
function useLeaving(latest: RefObject<PendingDraft | null>, leave: () => void): void {
  const last = useRef(leave)
  useEffect(() => {
    last.current = leave
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (latest.current !== null) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
      last.current()
    }
  }, [latest])
}

/**
 * Holds what is typed until it is saved.
 *
 * @param id the draft of the address; what is typed for another one is saved when the address changes
 * @param onSaved `isLeft` where the screen shows something else by then
 */
function useSaving(id: number | null, onSaved: (saved: SavedDraft, isLeft: boolean) => void): Saving {
  const [pending, setPending] = useState<PendingDraft | null>(null)
  const latest = useRef<PendingDraft | null>(null)
  // What was typed while the save before it ran, on a screen that was left.
  const tail = useRef<PendingDraft | null>(null)
  const isBusy = useRef(false)
  const put = (next: PendingDraft | null): void => {
    latest.current = next
    setPending(next)
  }
  const writeAside = (left: PendingDraft): void => {
    const fail = (error: unknown): void => console.error('A draft could not be saved', error)
    writePending(left).then((saved) => onSaved(saved, true), fail)
  }
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (sent: PendingDraft) => {
      isBusy.current = true
      return writePending(sent)
    },
    onSuccess: (saved, sent) => {
      onSaved(saved, tail.current !== null)
      if (tail.current === null) return put(restOf(latest.current, sent, saved))
      const rest = restOf(tail.current, sent, saved)
      tail.current = null
      if (rest !== null) writeAside(rest)
    },
    onSettled: () => {
      isBusy.current = false
    },
  })
  const leave = (): void => {
    const left = latest.current
    if (left === null) return
    latest.current = null
    if (isBusy.current) tail.current = left
    else writeAside(left)
  }
  useLeaving(latest, leave)
  useEffect(() => {
    const left = latest.current
    if (left === null || left.basis.id === id) return
    leave()
    setPending(null)
  })
  useEffect(() => {
    if (pending === null || isPending || error !== null) return
    const timer = setTimeout(() => mutate(pending), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [pending, isPending, error, mutate])
  return {
    pending,
    state: stateOf(pending, id !== null, isPending, error),
    error,
    edit: (change) => {
      put(change(latest.current))
      if (error !== null && !isConflict(error)) reset()
    },
    save: () => {
      if (latest.current !== null && !isPending) mutate(latest.current)
    },
    drop: () => {
      put(null)
      reset()
    },
  }
}

/** Puts a saved draft in the place of what was read of it, so that lists and the next save know it. */
function keepSaved(queries: QueryClient, saved: SavedDraft, editor: DraftReply['editor']): void {
  queries.setQueryData<DraftReply>(draftKey(saved.id), (before) => savedReply(before, saved, editor))
  void queries.invalidateQueries({ queryKey: ['drafts', 'list'] })
  void queries.invalidateQueries({ queryKey: ['drafts', 'changes'] })
}

const textsOf = (inForce: Readonly<Record<string, string>>, files: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(
    Object.entries({ ...inForce, ...files }).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
  )

interface Reading {
  readonly shop: ShopFilesReply | undefined
  readonly draft: DraftReply | undefined
  readonly error: unknown
}

/** Reads a draft as the server has it. */
export function useSavedDraft(id: number | null, isTyped = false) {
  return useQuery({
    queryKey: draftKey(id),
    queryFn: () => api.get<DraftReply>(`/drafts/${id}`),
    enabled: id !== null,
    refetchInterval: isTyped ? false : POLL_MS,
    refetchOnWindowFocus: !isTyped,
    retry: false,
  })
}

/** Reads the files of the shop, and the draft where there is one; not while something is typed, which is saved over what was read. */
function useReading(id: number | null, begins: string, isTyped: boolean): Reading {
  const shop = useQuery({
    queryKey: ['shop-files', begins],
    queryFn: () => api.get<ShopFilesReply>('/shop/files', { begins }),
    refetchInterval: isTyped ? false : POLL_MS,
    refetchOnWindowFocus: !isTyped,
  })
  const draft = useSavedDraft(id, isTyped)
  return { shop: shop.data, draft: draft.data, error: draft.error ?? shop.error }
}

/** Returns the draft of an address, or the one that begins with the first change; `work` is null until it is read. */
export function useDraft(options: DraftOptions): { readonly work: DraftWork | null; readonly error: unknown } {
  const { id, begins, firstTitle, onBegin } = options
  const queries = useQueryClient()
  const { staff } = useOwnSession()
  const mayNot = useDisabledReason('drafts.write') !== undefined
  const [begun, setBegun] = useState<number | null>(null)
  const [address, setAddress] = useState(id)
  if (address !== id) {
    setAddress(id)
    setBegun(null)
  }
  // Between the first save and the address that names it.
  const own = id ?? begun
  const saving = useSaving(own, (saved, isLeft) => {
    keepSaved(queries, saved, { id: staff.id, name: staff.name })
    if (isLeft || own !== null) return
    setBegun(saved.id)
    onBegin(saved.id)
  })
  const { pending, edit } = saving
  const { shop, draft, error } = useReading(own, begins, pending !== null)
  const files = useMemo(() => ({ ...draft?.files, ...pending?.files }), [draft, pending])
  const state = draft?.state ?? 'open'
  const isOpen = state === 'open' || state === 'failed'
  const base = draft?.base ?? shop?.edition
  const isChecked = isOpen && !mayNot && base !== undefined && Object.keys(files).length > 0
  const change = useMemo(() => (isChecked ? { base, files } : null), [isChecked, base, files])
  const check = useCheck(change)
  const texts = useMemo(() => textsOf(shop?.files ?? {}, files), [shop, files])
  if (shop === undefined || base === undefined || (own !== null && draft === undefined)) return { work: null, error }
  const saved = { id: own, base, version: draft?.version ?? 0, files: draft?.files ?? {} }
  const basis = { ...saved, title: draft?.title ?? firstTitle }
  const begin = (before: PendingDraft | null): PendingDraft => before ?? { basis, title: undefined, files: {} }
  return {
    error,
    work: {
      id: own,
      state,
      saved: draft,
      title: pending?.title ?? draft?.title ?? firstTitle,
      texts,
      inForce: shop.files,
      changed: Object.keys(files),
      saving: saving.state,
      error: saving.error,
      check,
      lock: mayNot ? 'role' : isOpen ? undefined : 'state',
      setTitle: (title) => edit((before) => ({ ...begin(before), title })),
      setFile: (name, text) =>
        edit((before) => {
          const now = begin(before)
          return { ...now, files: { ...now.files, [name]: text } }
        }),
      save: saving.save,
      reopen: () => {
        saving.drop()
        void queries.invalidateQueries({ queryKey: draftKey(own) })
      },
    },
  }
}
