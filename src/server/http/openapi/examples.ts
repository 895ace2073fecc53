const UNDO = 'mVxZ6m0c1mYp3h0zFzGvYQ2mF8C7kq0n0m3J3oWc2bE'

const MOVES = [
  { id: 7, priority: 1 },
  { id: 3, priority: 2 },
]

type Examples = Readonly<Record<string, unknown>>

/** An example request body for each operation that takes one. */
export const REQUEST_EXAMPLES: Examples = {
  register: { email: 'ada@example.com', password: 'a quiet green harbour', firstName: 'Ada', lastName: null },
  signIn: { email: 'ada@example.com', password: 'a quiet green harbour' },
  changePassword: { currentPassword: 'a quiet green harbour', newPassword: 'another blue harbour' },
  deleteAccount: { password: 'a quiet green harbour' },
  changeSettings: { hidesBanner: true },
  addSamples: { tasks: [{ title: 'See the dentist', dueDate: '2026-12-04T09:00' }] },
  linkProvider: { password: 'a quiet green harbour' },
  createTask: {
    title: 'Send the quarterly report',
    priority: 2,
    category: 'Project',
    projectName: 'Bridge',
    dueDate: '2027-03-31T17:00',
    estimatedTime: '2 hours 30 minutes',
    isRecurring: true,
    recurrenceFrequency: 'Quarterly',
  },
  createSeveralTasks: {
    tasks: [{ title: 'Order badges' }, { title: 'Book the caterer', priority: 3, dueDate: '2026-12-04' }],
  },
  changeTask: { priority: 4, progress: 60, notes: 'Waiting for the figures.' },
  swapTasks: { with: 3, moves: MOVES, patch: { title: 'Water the garden' } },
  pushDown: { level: 1, moves: MOVES },
  undo: { undo: UNDO },
  orderLevel: {
    positions: [
      { id: 7, position: 0 },
      { id: 3, position: 1 },
    ],
  },
  changeDates: {
    tasks: [
      { id: 7, version: 3, startDate: '2026-11-24', endDate: '2026-11-27' },
      { id: 8, dueDate: '2026-12-01' },
    ],
  },
  changeTasks: {
    tasks: [
      { id: 7, version: 3, priority: 5 },
      { id: 8, priority: 5 },
    ],
  },
  deleteTasks: { tasks: [{ id: 7, version: 3 }, { id: 8 }] },
  restoreTasks: { tasks: [{ id: 7 }, { id: 8 }] },
  addAttachment: 'The file contents',
  createCategory: { name: 'Garden' },
  createTemplate: { name: 'Office move', description: 'Everything for a new office.', isPublic: false },
  setTemplateTasks: [
    { title: 'Sign the lease', priority: 1, estimatedTime: '2h', dueDay: 5 },
    { title: 'Order the desks', estimatedHours: 1, estimatedMinutes: 30, dependencies: [0], startDay: 6 },
  ],
  instantiateTemplate: { projectName: 'Harbor office', startDate: '2027-01-04' },
}

const USER_ID = '3f1c1f0e-6f0b-4d1e-9a55-0d6f7c1b2a34'
const CREATED_AT = '2026-11-20T08:30:00.000Z'
const UPDATED_AT = '2026-11-23T13:05:00.000Z'

const USER = {
  id: USER_ID,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: null,
  profileImageUrl: null,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
}

const TASK = {
  id: 7,
  title: 'Send the quarterly report',
  description: null,
  dueDate: '2027-03-31T17:00',
  priority: 2,
  category: 'Project',
  projectName: 'Bridge',
  estimatedTime: '2 hours 30 minutes',
  startDate: null,
  endDate: null,
  plannedFor: '2027-03-29',
  progress: 60,
  dependencies: [],
  attachments: ['figures.pdf'],
  completed: false,
  completedAt: null,
  position: 0,
  isRecurring: true,
  recurrenceFrequency: 'Quarterly',
  recurrenceForwardContent: false,
  parentTaskId: null,
  elapsedTime: 5400,
  clearGoals: null,
  notes: 'Waiting for the figures.',
  nextSteps: null,
  userId: USER_ID,
  version: 3,
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
}

const COMPLETED_TASK = { ...TASK, progress: 100, completed: true, completedAt: UPDATED_AT }

const FILE = { name: 'figures.pdf', size: 48213, type: 'application/pdf', createdAt: CREATED_AT }

const TEMPLATE = {
  id: 5,
  name: 'Office move',
  description: 'Everything for a new office.',
  category: 'General',
  isPublic: false,
  createdBy: USER_ID,
  version: 1,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
}

const TEMPLATE_TASK = {
  id: 12,
  templateId: 5,
  title: 'Sign the lease',
  description: null,
  priority: 1,
  category: 'Task',
  estimatedTime: '2h',
  position: 0,
  dependencies: [],
  startDay: null,
  endDay: null,
  dueDay: 5,
  createdAt: CREATED_AT,
}

const PLACED = [
  { id: 7, version: 4, priority: 1, position: 2, updatedAt: UPDATED_AT },
  { id: 3, version: 2, priority: 2, position: 0, updatedAt: UPDATED_AT },
]

const WORK = {
  hoursPerWeekday: [6, 6, 6, 6, 6, 2, 2],
  dayStartsAt: '09:00',
  dismissedSlack: [{ taskId: 7, until: '2026-11-26T10:47:00.000Z' }],
  putOffPlans: [{ taskId: 3, until: '2026-11-20' }],
  movedUpSeen: [{ taskId: 9, at: '2026-11-19T10:47:00.000Z' }],
  awayPanelAt: '2026-11-19T10:47:00.000Z',
  away: { since: '2026-11-14T17:02:00.000Z', until: '2026-11-19T10:47:00.000Z', askedOn: null },
}

/** An example response body for each operation that returns JSON. */
export const RESPONSE_EXAMPLES: Examples = {
  isUp: { status: 'ok' },
  isReady: { status: 'ok' },
  register: USER,
  signIn: USER,
  findUser: USER,
  findSettings: {
    hidesBanner: false,
    hidesSteps: false,
    doneSteps: ['task', 'samples'],
    sampleTasks: [7, 8],
    ...WORK,
  },
  changeSettings: { hidesBanner: true, hidesSteps: false, doneSteps: [], sampleTasks: [], ...WORK },
  addSamples: [TASK],
  removeSamples: { removed: [7, 8] },
  listSessions: [
    {
      id: 'Zm9yZXN0LXJpdmVyLXN0b25lLWhhcmJvci1sYW50ZXJu',
      createdAt: CREATED_AT,
      lastUsedAt: UPDATED_AT,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      current: true,
    },
  ],
  findWaysIn: { provider: 'Example', linked: false, password: true },
  linkProvider: { url: 'https://id.example.com/authorize?client_id=tenfold' },
  listTasks: [TASK],
  createTask: TASK,
  createSeveralTasks: [TASK],
  listCompletedTasks: [COMPLETED_TASK],
  totalCompletedTasks: [{ category: 'Project', count: 4, elapsedTime: 16200 }],
  searchTasks: [
    {
      id: 7,
      title: 'Send the quarterly report',
      priority: 2,
      category: 'Project',
      projectName: 'Bridge',
      completed: false,
      completedAt: null,
      titleMatches: [{ start: 19, end: 22 }],
      excerpt: {
        field: 'notes',
        text: 'Waiting for the figures.',
        matches: [{ start: 16, end: 22 }],
      },
    },
  ],
  findTask: TASK,
  changeTask: TASK,
  changeDates: [
    {
      id: 7,
      version: 4,
      startDate: '2026-11-24',
      endDate: '2026-11-27',
      dueDate: null,
      updatedAt: UPDATED_AT,
    },
  ],
  duplicateTask: TASK,
  changeTasks: {
    tasks: [
      {
        id: 7,
        version: 4,
        completed: false,
        completedAt: null,
        priority: 5,
        position: 2,
        category: 'Project',
        projectName: 'Bridge',
        startDate: null,
        endDate: null,
        dueDate: '2027-03-31T17:00',
        plannedFor: '2027-03-29',
        elapsedTime: 0,
        updatedAt: UPDATED_AT,
      },
    ],
    next: [],
    undo: UNDO,
  },
  restoreTasks: [{ id: 7, version: 5, position: 2, dependencies: ['3'], updatedAt: UPDATED_AT }],
  restoreTask: TASK,
  swapTasks: { tasks: PLACED, undo: UNDO },
  pushDown: { tasks: PLACED, undo: UNDO },
  undo: { tasks: [TASK], removed: [8] },
  orderLevel: [TASK],
  addAttachment: FILE,
  listAttachments: [FILE],
  listCategories: ['Task', 'Project', 'Meeting', 'Appointment', 'Reminder', 'Deadline', 'Garden'],
  createCategory: { name: 'Garden' },
  listTemplates: [TEMPLATE],
  createTemplate: TEMPLATE,
  findTemplate: { ...TEMPLATE, tasks: [TEMPLATE_TASK] },
  setTemplateTasks: [TEMPLATE_TASK],
  restoreTemplate: { ...TEMPLATE, version: 2, tasks: [TEMPLATE_TASK] },
  restoreCategory: { name: 'Garden' },
  listTrash: {
    items: [
      {
        kind: 'task',
        id: 7,
        title: 'Send the quarterly report',
        level: 2,
        tasks: 0,
        files: 1,
        dependents: 3,
        deletedAt: UPDATED_AT,
      },
      {
        kind: 'category',
        id: 'Garden',
        title: 'Garden',
        level: null,
        tasks: 4,
        files: 0,
        dependents: 0,
        deletedAt: CREATED_AT,
      },
    ],
    next: null,
    totals: { task: 1, template: 0, category: 1, files: 1 },
    asOf: '2026-11-23T14:00:00.000Z',
  },
  instantiateTemplate: { tasks: [TASK] },
  readDocument: { openapi: '3.1.0' },
}
