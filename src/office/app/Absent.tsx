// Addresses without a room.
import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Room } from '../parts/Room.tsx'

export function NoRoom(): ReactElement {
  const { t } = useTranslation('office')
  return (
    <Room title={t('title')}>
      <EmptyState title={t('absent.title')} text={t('absent.text')} />
    </Room>
  )
}

export function RoomToCome(): ReactElement {
  const { t } = useTranslation('office')
  return (
    <Room title={t('title')}>
      <EmptyState title={t('to-come.title')} text={t('to-come.text')} />
    </Room>
  )
}

/** A room that the reader's role may not enter. */
export function ClosedRoom({ title, reason }: { title: string; reason: string }): ReactElement {
  const { t } = useTranslation('office')
  return (
    <Room title={title}>
      <EmptyState title={t('closed')} text={reason} />
    </Room>
  )
}

/** A room that broke, or whose files are gone because the office has been built anew. */
export function BrokenRoom(_props: ErrorComponentProps): ReactElement {
  const { t } = useTranslation('office')
  return (
    <Room title={t('title')}>
      <EmptyState title={t('broken.title')} text={t('broken.text')} />
      <p className="centred">
        <Button tone="signal" icon="refresh" onClick={() => location.reload()}>
          {t('broken.reload')}
        </Button>
      </p>
    </Room>
  )
}
