export const texts = {
  conflicts: {
    changedTo: 'Somebody changed this to “%{value}” after you opened it. Save now to keep your own.',
    changed: 'Somebody changed this after you opened it. Save now to keep your own.',
    emptied: 'Somebody cleared this after you opened it. Save now to keep your own.',
  },
};
