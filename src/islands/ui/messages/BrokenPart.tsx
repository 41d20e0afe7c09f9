// Takes the place of a part that could not be loaded or rendered, with a button to try again.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { PartError } from '../../../stores/kernel/load-part.ts'
import { Button } from '../controls/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface BrokenPartProps {
  readonly fault: unknown
  readonly onRetry: () => void
  /** Shows the button only, where there is no room for more. */
  readonly isSmall?: boolean
}

export function BrokenPart({ fault, onRetry, isSmall = false }: BrokenPartProps): ReactElement {
  const { t } = useTranslation('common')
  const isMissing = fault instanceof PartError
  const text = isMissing ? t('errors.notLoaded') : t('errors.broken')
  // A browser may cache a failed import: only reloading the page is sure to request it again.
  const retry = isMissing ? () => location.reload() : onRetry
  if (isSmall)
    return <Button icon="refresh" aria-label={`${text} ${t('actions.retry')}`} title={text} onClick={retry} />
  return <EmptyState icon="alert" text={text} size="line" onRetry={retry} />
}
