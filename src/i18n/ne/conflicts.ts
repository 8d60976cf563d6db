import type { texts as english } from '../en/conflicts.ts';

export const texts: typeof english = {
  conflicts: {
    changedTo: 'तपाईंले खोलेपछि कसैले यसलाई “%{value}” बनाएको छ। आफ्नै राख्न अब सुरक्षित गर्नुहोस्।',
    changed: 'तपाईंले खोलेपछि कसैले यो परिवर्तन गरेको छ। आफ्नै राख्न अब सुरक्षित गर्नुहोस्।',
    emptied: 'तपाईंले खोलेपछि कसैले यो खाली गरेको छ। आफ्नै राख्न अब सुरक्षित गर्नुहोस्।',
  },
};
