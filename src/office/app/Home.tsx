// The start of the office: the first room that the reader may enter.
import { Navigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { prospectOf, useOwnSession } from '../session/session.ts'
import { RoomToCome } from './Absent.tsx'
import { ROOMS } from './rooms.ts'

export function Home(): ReactElement {
  const session = useOwnSession()
  const room = ROOMS.find(({ verb }) => prospectOf(verb, session).may)
  return room === undefined ? <RoomToCome /> : <Navigate to={room.path} replace />
}
