import SystemIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import CustomersIcon from '@mui/icons-material/BusinessOutlined';
import SendingIcon from '@mui/icons-material/CellTowerOutlined';
import ReviewIcon from '@mui/icons-material/FactCheckOutlined';
import CatalogueIcon from '@mui/icons-material/SellOutlined';
import type { ReactNode } from 'react';

const icons: Record<string, ReactNode> = {
  'menu.customers': <CustomersIcon fontSize="small" />,
  'menu.review_queue': <ReviewIcon fontSize="small" />,
  'menu.sending': <SendingIcon fontSize="small" />,
  'menu.catalogue': <CatalogueIcon fontSize="small" />,
  'menu.system': <SystemIcon fontSize="small" />,
};

/** The icon of a group that only staff have, in a chunk that customers do not load. */
export const StaffIcon = ({ label }: { label: string }): ReactNode => icons[label];
