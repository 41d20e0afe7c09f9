// The names and addresses of the rooms of the office.
export type RoomId =
  | 'today'
  | 'players'
  | 'withdrawals'
  | 'payments'
  | 'letters'
  | 'safer-play'
  | 'switches'
  | 'prices'
  | 'words'
  | 'brand'
  | 'cases'
  | 'editions'
  | 'promo'
  | 'announcements'
  | 'bots'
  | 'system'
  | 'proposals'
  | 'staff'
  | 'audit'
  | 'alerts'

export type RoomPath = `/${RoomId}`
