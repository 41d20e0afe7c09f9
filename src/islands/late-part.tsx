// Components that are loaded when they are first needed.
import { useStore } from '@nanostores/react'
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { $partLoading, loadPart } from '../stores/kernel/load-part.ts'
import { ErrorBoundary } from './ui/messages/ErrorBoundary.tsx'
import type { Elements } from './ui/own-element.tsx'

/**
 * Makes a component of a module that is loaded with its first rendering: `latePart(() => import('./Form.tsx'), 'Form')`. When it does not
 * load, the error boundary around it says so.
 */
export function latePart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadPart(load))[name] }))
}

interface LateProps {
  /** Has the place of the part until it is there. */
  readonly skeleton: Elements
  readonly children: ReactNode
}

function Waiting({ skeleton }: Pick<LateProps, 'skeleton'>): ReactElement {
  const { t } = useTranslation('common')
  const isSlow = useStore($partLoading, { ssr: 'initial' }) === 'slow'
  return (
    <>
      {skeleton}
      <p role="status">{isSlow ? t('slow') : null}</p>
    </>
  )
}

/** Renders late parts in a dialog: a skeleton while they load, which says when it takes long. */
export function Late({ skeleton, children }: LateProps): ReactElement {
  return <Suspense fallback={<Waiting skeleton={skeleton} />}>{children}</Suspense>
}

interface OnceWantedProps {
  readonly isWanted: boolean
  readonly children: ReactNode
}

/** Renders a late part that nothing has the place of, from the moment on when it is first wanted. A part that breaks is left out. */
export function OnceWanted({ isWanted, children }: OnceWantedProps): ReactElement | null {
  const [wasWanted, setWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWanted(true)
  return wasWanted ? (
    <ErrorBoundary>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  ) : null
}
