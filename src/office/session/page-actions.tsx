// What a page adds to the palette.
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useId, useState } from 'react'

export interface PageAction {
  readonly label: string
  readonly run: () => void
  /** Why it may not be run. */
  readonly disabledReason?: string | undefined
}

type Actions = ReadonlyMap<string, readonly PageAction[]>

type Change = (change: (actions: Actions) => Actions) => void

const ActionsContext = createContext<Actions>(new Map())
const ChangeContext = createContext<Change>(() => undefined)

export function PageActions({ children }: { children: ReactNode }): ReactElement {
  const [actions, setActions] = useState<Actions>(new Map())
  return (
    <ChangeContext value={setActions}>
      <ActionsContext value={actions}>{children}</ActionsContext>
    </ChangeContext>
  )
}

/** Adds actions to the palette while the component is mounted; `actions` is a memo of the caller. */
export function usePageActions(actions: readonly PageAction[]): void {
  const id = useId()
  const change = useContext(ChangeContext)
  useEffect(() => {
    change((all) => new Map([...all, [id, actions]]))
    return () => change((all) => new Map([...all].filter(([other]) => other !== id)))
  }, [id, actions, change])
}

/** Returns the actions of what is mounted. */
export function useActionsOfPage(): readonly PageAction[] {
  return [...useContext(ActionsContext).values()].flat()
}
